// Columns that the system's clock fills: when a row was made, when it was changed.
import type { ColumnPlan } from '../model.ts';

const CREATED =
  /^(created|creation|create|opened|placed|issued|registered|joined|submitted|posted|sent|added|started|ordered|booked|uploaded|published)(_(at|on|date|time|timestamp|datetime))?$|^(date|time)_(created|added|opened|issued|posted)$|^timestamp$|^(created|updated|modified|last_updated|last_modified)(_at|_date|_time|_on)?$|^(update|modification|change)_(time|date)$|^last_(update|change|changed|modification)(_(at|on|time|date))?$/;

export function isCreated(column: ColumnPlan): boolean {
  return (
    column.role !== 'boolean' &&
    column.role !== 'json' &&
    column.references === undefined &&
    (column.system === 'created' ||
      column.system === 'updated' ||
      (CREATED.test(column.name) && !column.name.endsWith('by')))
  );
}

export const isUpdated = (column: ColumnPlan): boolean => isCreated(column) && /updat|modif|chang/.test(column.name);

export function clockValue(column: ColumnPlan): string {
  if (column.type === 'TEXT') {
    column.role = 'timestamp';
    return column.schema['format'] === 'date' ? 'date(now())' : 'now()';
  }
  column.role = 'timestamp';
  return 'unixepoch(now())';
}
