// One operation of an OpenAPI document with the data that is needed to read it, and the choice of a media type.
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import type { Note } from '../repair.ts';
import type { References } from './references.ts';
import type { Unfolder } from './unfold-schema.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly raw: JsonObject;
  readonly file: string;
  /** The parameters that all operations of the path share. */
  readonly shared: Json | undefined;
  readonly document: JsonObject;
  readonly swagger2: boolean;
  readonly references: References;
  readonly unfolder: Unfolder;
  readonly note: Note;
  readonly group: string | undefined;
}

export const JSON_MEDIA = /^(?:application\/json|[^;]+\+json|\*\/\*|[^;]*\/json)\b/i;

/** Chooses a media type: JSON first, then forms, then any other. */
export function chooseMedia(medias: readonly string[]): string | undefined {
  return (
    medias.find((media) => /^application\/json\b/i.test(media)) ??
    medias.find((media) => JSON_MEDIA.test(media)) ??
    medias.find((media) => /^application\/x-www-form-urlencoded/i.test(media)) ??
    medias.find((media) => /^multipart\//i.test(media)) ??
    medias[0]
  );
}

export function mediaOf({ raw, document }: Operation, key: 'consumes' | 'produces'): string {
  const stated = raw[key] ?? document[key];
  return (
    (Array.isArray(stated)
      ? chooseMedia(stated.filter((media): media is string => typeof media === 'string'))
      : undefined) ?? 'application/json'
  );
}
