// Reads the success response of an operation as a result schema, and its error responses as error codes of the tool.
import type { ToolErrorCode } from '../../../envs/errors/tool-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { plainText } from '../plain-text.ts';
import type { ToolHints } from '../pool-tool.ts';
import { JSON_MEDIA, chooseMedia, mediaOf, type Operation } from './operation.ts';

interface Output {
  readonly schema?: JsonObject;
  readonly status?: number;
  readonly produces?: string;
  readonly errors: Partial<Record<ToolErrorCode, number>>;
  readonly answers?: NonNullable<ToolHints['answers']>;
}

/** Statuses of calls that have the right form but are refused because of the present rows. */
const REFUSALS = ['409', '412', '423'];
const LONGEST_TEXT = 300;
/** Matches texts that only repeat the meaning of a status. */
const BARE =
  /^(?:(?:the|an?|or|and|ok|okay|success(?:ful(?:ly)?)?|conflict(?:ing)?|precondition|failed|error|locked|created|updated|deleted|operation|response|request|resource|default|list|of|with|state|version|mismatch|no|content|accepted|done|result)\W*)*$/i;

const ERROR_STATUS: readonly (readonly [ToolErrorCode, readonly number[]])[] = [
  ['NOT_FOUND', [404, 410]],
  ['CONFLICT', [409]],
  ['INVALID_ARGUMENT', [422, 400]],
  ['PRECONDITION_FAILED', [412, 409, 422, 400]],
  ['UNAUTHENTICATED', [401]],
  ['PERMISSION_DENIED', [403]],
  ['RATE_LIMITED', [429]],
  ['UNAVAILABLE', [503]],
];

export function readResponse(operation: Operation): Output {
  const { raw, file, references, unfolder, swagger2 } = operation;
  const responses = isJsonObject(raw['responses']) ? raw['responses'] : {};
  const statuses = Object.keys(responses);
  const errors: Partial<Record<ToolErrorCode, number>> = {};
  for (const [code, wanted] of ERROR_STATUS) {
    const status = wanted.find((each) => statuses.includes(String(each)));
    if (status !== undefined) errors[code] = status;
  }
  const textOf = (status: string): string => {
    const answer = references.follow({ value: responses[status] ?? {}, file });
    const text = answer !== undefined && isJsonObject(answer.value) ? answer.value['description'] : undefined;
    return typeof text === 'string' && !BARE.test(text.trim()) ? plainText(text.trim(), LONGEST_TEXT) : '';
  };
  const success =
    statuses.filter((status) => /^2\d\d$/.test(status)).sort()[0] ??
    statuses.find((status) => /^2xx$/i.test(status)) ??
    (statuses.includes('default') ? 'default' : undefined);
  const refused = REFUSALS.filter((status) => statuses.includes(status))
    .map(textOf)
    .filter((text) => text !== '');
  const said = success === undefined ? '' : textOf(success);
  const answers = { ...(said === '' ? {} : { success: said }), ...(refused.length === 0 ? {} : { refused }) };
  const told = Object.keys(answers).length === 0 ? {} : { answers };
  if (success === undefined) return { errors, ...told };
  const status = /^\d+$/.test(success) ? Number(success) : undefined;
  const at = references.follow({ value: responses[success] ?? {}, file });
  const answer = at !== undefined && isJsonObject(at.value) ? at.value : {};
  let schema: Json | undefined;
  let media = 'application/json';
  if (swagger2) {
    schema = answer['schema'];
    media = mediaOf(operation, 'produces');
  } else if (isJsonObject(answer['content'])) {
    const chosen = chooseMedia(Object.keys(answer['content']));
    const content = chosen === undefined ? undefined : answer['content'][chosen];
    if (chosen !== undefined && isJsonObject(content)) {
      media = chosen;
      schema = content['schema'];
    }
  }
  const returns =
    schema === undefined || at === undefined
      ? undefined
      : unfolder.unfold({ value: schema, file: at.file }, 'response');
  return {
    errors,
    ...told,
    ...(returns === undefined || Object.keys(returns).length === 0 ? {} : { schema: returns }),
    ...(status === undefined ? {} : { status }),
    ...(JSON_MEDIA.test(media) || schema === undefined ? {} : { produces: media }),
  };
}
