// Reads a TOML file as JSON.
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { badInput } from '../../envs/errors/gym-error.ts';
import { parseJson, type Json } from '../../envs/values/json.ts';

export function readToml(file: string): Json {
  try {
    return parseJson(JSON.stringify(parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    throw badInput({ file, what: `is no TOML: ${(error as Error).message.split('\n')[0]}` });
  }
}
