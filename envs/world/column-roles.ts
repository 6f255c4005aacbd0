// Finds the roles of columns (such as money or timestamp). Roles are declared in the environment and checked against
// the schema; foreign keys pass some of them on.
import { badInput } from '../errors/gym-error.ts';
import { findTable, type DatabaseSchema } from '../sql/database-schema.ts';
import type { ColumnRole, Environment } from '../values/environment.ts';

/**
 * Returns the roles by "table.column" in lower case. A column with ids from new_id() is minted, and so is a column that
 * refers to it.
 */
export function columnRoles(environment: Environment, schema: DatabaseSchema): Map<string, ColumnRole> {
  const roles = new Map<string, ColumnRole>();
  for (const [place, role] of Object.entries(environment.columns)) {
    const [tableName = '', column = ''] = place.split('.');
    const table = findTable(schema, tableName);
    const found = table?.columns.find((each) => each.name.toLowerCase() === column.toLowerCase());
    if (table === undefined || found === undefined)
      throw badInput({ file: 'environment.json', path: `/columns/${place}`, what: 'names no column of the schema' });
    if (role === 'money' && found.type !== 'INTEGER')
      throw badInput({
        file: 'environment.json',
        path: `/columns/${place}`,
        what: 'money is INTEGER minor units',
        mend: 'a REAL amount has no role',
      });
    roles.set(`${table.name}.${found.name}`.toLowerCase(), role);
  }
  for (let grew = true; grew;) {
    grew = false;
    for (const table of schema.tables) {
      for (const key of table.foreignKeys) {
        const target = findTable(schema, key.table);
        key.columns.forEach((column, at) => {
          const from = `${target?.name}.${key.references[at]}`.toLowerCase();
          const to = `${table.name}.${column}`.toLowerCase();
          if (roles.get(from) === 'minted' && !roles.has(to)) {
            roles.set(to, 'minted');
            grew = true;
          }
        });
      }
    }
  }
  return roles;
}
