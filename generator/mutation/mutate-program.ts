// Puts one fault into a tool program: in its SQL, its steps or its error codes. Texts of messages are not changed.
import type { DatabaseSchema } from '../../envs/sql/database-schema.ts';
import {
  sqlText,
  type Failure,
  type Parts,
  type Sql,
  type Step,
  type ToolProgram,
  type UseStep,
} from '../../envs/values/program.ts';
import { mutateSql, type SqlOperator } from './mutate-sql.ts';

export type ProgramOperator =
  | SqlOperator
  | 'dropped write'
  | 'dropped check'
  | 'error swallowed'
  | 'other error'
  | 'dropped part'
  | 'always done';

export interface ProgramMutation {
  readonly operator: ProgramOperator;
  readonly program: ToolProgram;
}

interface StepMutation {
  readonly operator: ProgramOperator;
  readonly steps: readonly Step[];
}

export function mutateProgram(program: ToolProgram, schema: DatabaseSchema): ProgramMutation[] {
  return program.flatMap((step, at) =>
    mutateStep(step, schema).map(({ operator, steps }) => ({
      operator,
      program: [...program.slice(0, at), ...steps, ...program.slice(at + 1)],
    })),
  );
}

function mutateStep(step: Step, schema: DatabaseSchema): StepMutation[] {
  const found: StepMutation[] = [];
  const put = (operator: ProgramOperator, ...steps: readonly Step[]): void => void found.push({ operator, steps });
  const sql = (text: Sql, place: (mutated: string) => Step, expression = false): void => {
    for (const each of mutateSql(sqlText(text), schema, expression)) put(each.operator, place(each.text));
  };
  const { when } = step;
  if (when !== undefined) {
    const { when: _when, ...always } = step;
    put('always done', always as Step);
    sql(when, (mutated) => ({ ...step, when: mutated }), true);
  }
  if ('let' in step) {
    sql(step.sql, (mutated) => ({ ...step, sql: mutated }));
    if (step.else !== undefined) {
      const { else: failure, ...rest } = step;
      put('error swallowed', rest);
      put('other error', { ...step, else: otherError(failure) });
    }
  } else if ('require' in step) {
    put('dropped check');
    put('other error', { ...step, else: otherError(step.else) });
    sql(step.require, (mutated) => ({ ...step, require: mutated }), true);
  } else if ('refuse' in step) {
    put('dropped check');
    put('other error', { ...step, else: otherError(step.else) });
    sql(step.refuse, (mutated) => ({ ...step, refuse: mutated }));
  } else if ('run' in step) {
    const texts = (Array.isArray(step.run) ? step.run : [step.run]) as readonly Sql[];
    for (const [at, text] of texts.entries()) {
      const others = [...texts.slice(0, at), ...texts.slice(at + 1)];
      if (others.length === 0) put('dropped write');
      else put('dropped write', { ...step, run: others });
      sql(text, (mutated) => ({ ...step, run: [...texts.slice(0, at), mutated, ...texts.slice(at + 1)] }));
    }
  } else if ('each' in step) {
    put('dropped write');
    for (const { operator, program } of mutateProgram(step.do, schema))
      if (program.length > 0) put(operator, { ...step, do: program });
  } else if ('fail' in step) {
    put('error swallowed');
    put('other error', { ...step, fail: otherError(step.fail) });
    if (step.keep === true) {
      const { keep: _keep, ...rest } = step;
      put('dropped write', rest);
    }
  } else if ('return' in step) {
    const isSelect = /^\s*(select|with|values)\b/i.test(sqlText(step.return));
    if (step.shape !== 'text') sql(step.return, (mutated) => ({ ...step, return: mutated }), !isSelect);
    for (const { operator, parts } of mutateParts(step.with, schema)) put(operator, { ...step, with: parts });
  } else {
    // a fragment gets its faults where it is defined, not where a step uses it
    step satisfies UseStep;
  }
  return found;
}

function mutateParts(parts: Parts | undefined, schema: DatabaseSchema): { operator: ProgramOperator; parts: Parts }[] {
  return Object.entries(parts ?? {}).flatMap(([name, part]) => {
    const { [name]: _part, ...others } = parts ?? {};
    const text = sqlText(part.sql);
    const isSelect = /^\s*(select|with|values)\b/i.test(text);
    return [
      { operator: 'dropped part' as const, parts: others },
      ...mutateSql(text, schema, !isSelect).map((each) => ({
        operator: each.operator,
        parts: { ...parts, [name]: { ...part, sql: each.text } },
      })),
      ...mutateParts(part.with, schema).map((each) => ({
        operator: each.operator,
        parts: { ...parts, [name]: { ...part, with: each.parts } },
      })),
    ];
  });
}

function otherError([code, text]: Failure): Failure {
  return [code === 'NOT_FOUND' ? 'INVALID_ARGUMENT' : 'NOT_FOUND', text];
}
