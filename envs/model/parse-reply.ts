// Finds a JSON object in a model's reply. The object may be alone, in a Markdown code fence, or between other text. The
// first candidate that is valid JSON is taken.
import { isJsonObject, parseJson, type JsonObject } from '../values/json.ts';

/** Returns the JSON object. If there is none, throws an error of one line that names the fault of the reply. */
export function parseReply(text: string): JsonObject {
  const candidates = [text.trim(), ...fenced(text), outermost(text)];
  let reason = 'there is no JSON object in it';
  for (const candidate of candidates) {
    if (candidate === undefined || !candidate.startsWith('{')) continue;
    try {
      const value = parseJson(candidate);
      if (isJsonObject(value)) return value;
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  throw new Error(reason);
}

function fenced(text: string): string[] {
  return [...text.matchAll(/```(?:json|JSON)?\s*\n([\s\S]*?)\n\s*```/g)].map(([, inside = '']) => inside.trim());
}

function outermost(text: string): string | undefined {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  return from >= 0 && to > from ? text.slice(from, to + 1) : undefined;
}
