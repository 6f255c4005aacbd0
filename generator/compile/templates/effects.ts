// What a new row does to a second entity, from a closed list: an amount or a price leaves a balance, a quantity leaves a
// stock. The balance must suffice.
import type { Step } from '../../../envs/values/program.ts';
import type { Draft } from '../draft.ts';
import type { TablePlan } from '../model.ts';
import { quoted } from '../render.ts';
import type { Payload } from './payload.ts';

export interface EffectPlan {
  readonly before: readonly Step[];
  readonly after: readonly Step[];
  /** Columns of the new row that the effect tells. */
  readonly columns: ReadonlyMap<string, string>;
}

const AMOUNT = /(^|_)(amount|price|cost|total|fee|fare|premium)$/;
const QUANTITY = /^(quantity|qty|count|units|seats|tickets|number_of_(tickets|seats|passengers|items|guests|units))$/;
const STOCK =
  /^(stock|inventory|available|available_(stock|quantity|seats|slots|tickets|units)|seats_(left|available)|stock_quantity|remaining|capacity_left|in_stock_quantity)$/;
const BALANCE = /(^|_)(balance|credit|funds)$/;

/** An amount in the arguments and a key of something with a balance; a quantity and a key of something with a stock. */
export function spendEffect(
  draft: Draft,
  table: TablePlan,
  payload: readonly Payload[],
  fare?: string,
): EffectPlan | undefined {
  const { model, tool } = draft;
  // who asks for a loan pays nothing
  if (
    /(^|_)(loan|credit|mortgage|refund|claim|request|application|goal|budget|limit|deposit|income|quote)s?$/.test(
      table.name,
    )
  )
    return undefined;
  const before: Step[] = [];
  const after: Step[] = [];
  for (const reference of payload) {
    const target =
      reference.column.references === undefined ? undefined : model.tables.get(reference.column.references);
    if (target === undefined || target === table) continue;
    const numbers = [...target.columns.values()].filter(
      (column) => column.type !== 'TEXT' && column.role === undefined && column.references === undefined,
    );
    const balance = numbers.find((column) => BALANCE.test(column.name));
    const stock = numbers.find((column) => STOCK.test(column.name));
    const key = quoted(target.key[0] ?? '');
    const amount = payload.find(
      (each) => AMOUNT.test(each.column.name) && each.column.type !== 'TEXT' && each.node.field.required,
    );
    const quantity = payload.find(
      (each) => QUANTITY.test(each.column.name) && each.column.type !== 'TEXT' && each.node.field.required,
    );
    const take =
      balance !== undefined && fare !== undefined
        ? { column: balance, sql: fare, name: 'the price', code: 'PRECONDITION_FAILED' as const }
        : balance !== undefined && amount !== undefined
          ? { column: balance, sql: amount.sql, name: amount.path.join('.'), code: 'PRECONDITION_FAILED' as const }
          : stock !== undefined && quantity !== undefined
            ? { column: stock, sql: quantity.sql, name: quantity.path.join('.'), code: 'CONFLICT' as const }
            : undefined;
    if (take === undefined) continue;
    take.column.floor = true;
    model.use(target, take.column, 'written', tool.name);
    before.push(
      { require: `${take.sql} > 0`, else: ['INVALID_ARGUMENT', `${take.name} must be positive.`] },
      {
        let: 'source',
        sql: `SELECT ${quoted(take.column.name)} AS left_over FROM ${target.name} WHERE ${key} = ${reference.sql}`,
      },
      {
        require: `:source.left_over >= ${take.sql}`,
        else: [take.code, `Only {source.left_over} ${take.column.words.join(' ')} is left.`],
      },
    );
    after.push({
      run: `UPDATE ${target.name} SET ${quoted(take.column.name)} = ${quoted(take.column.name)} - ${take.sql} WHERE ${key} = ${reference.sql}`,
    });
    break;
  }
  return before.length === 0 ? undefined : { before, after, columns: new Map() };
}
