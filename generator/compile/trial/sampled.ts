// Draws a value that the schema allows, for an argument without a known role.
import type { Random } from '../../../envs/random.ts';
import type { Json } from '../../../envs/values/json.ts';
import { sample } from '../../recipe/sample-schema.ts';
import type { FieldNode } from '../../fields/fields.ts';
import type { Match } from '../readings/reading.ts';

export function sampled(node: FieldNode, random: Random): Json {
  const schema =
    node.field.schema['type'] === undefined && node.field.type === 'text'
      ? { ...node.field.schema, type: 'string' }
      : node.field.schema;
  const named =
    node.field.choices.length > 0 && schema['enum'] === undefined && node.kind === 'scalar'
      ? { ...schema, enum: [...node.field.choices] }
      : schema;
  return sample(named, random, (maker) => {
    if (maker === null || typeof maker !== 'object') return maker;
    if ('pick' in maker)
      return Array.isArray(maker.pick) ? random.pick(maker.pick as Json[]) : (Object.keys(maker.pick)[0] ?? '');
    if ('int' in maker) return random.int(Math.ceil(maker.int[0]), Math.floor(maker.int[1]));
    if ('real' in maker)
      return Math.round((maker.real[0] + random.real() * (maker.real[1] - maker.real[0])) * 100) / 100;
    if ('time' in maker) return maker.day === true ? '2031-06-02' : '2031-06-02T10:00:00Z';
    return random.pick(['heron', 'maple', 'harbor']);
  });
}

/** Tells whether the tool refuses every call that gives this argument. */
export function isRefused(match: Match | undefined, node: FieldNode): boolean {
  return (
    match?.arguments.some((role) => role.place === node.field.path.join('.') && role.role === 'not simulated') === true
  );
}
