// Reads a tool's answer: as JSON if it is JSON, otherwise as text. Finds the error code in an answer.
import { isJsonObject, parseJson, type Json } from '../../envs/values/json.ts';

export function asJson(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

export function errorCode(content: string): string | undefined {
  const value = asJson(content);
  return isJsonObject(value) && isJsonObject(value['error']) ? String(value['error']['code']) : undefined;
}
