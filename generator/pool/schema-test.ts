// Tests whether a JSON Schema validator accepts a tool's schemas.
import type { JsonObject } from '../../envs/values/json.ts';
import { makeAjv } from '../../envs/values/validator.ts';

/** After this many schemas the validator is replaced, because it keeps every schema that it compiled in memory. */
const COMPILED = 500;

export class SchemaTest {
  private ajv = makeAjv();
  private compiled = 0;

  faultOf(parameters: JsonObject, returns: JsonObject | undefined, sound: boolean): string | undefined {
    if (sound) return undefined;
    if (++this.compiled % COMPILED === 0) this.ajv = makeAjv();
    for (const [what, schema] of [
      ['parameters', parameters],
      ['returns', returns],
    ] as const) {
      if (schema === undefined) continue;
      try {
        this.ajv.compile(schema);
      } catch (error) {
        return `its ${what} are no schema that a validator takes: ${(error as Error).message}`;
      }
    }
    return undefined;
  }
}
