// Tells whether an environment's answer equals the recorded answer of the real service. Ids and times that the service
// made may differ, and so may the wording of a message. A value that the caller gave must be the same, even if it looks
// like an id or a time.
import { isJsonObject, type Json } from '../../envs/values/json.ts';
import { readMessage } from './read-message.ts';

type Found = 'equal' | 'wording' | 'result';

export interface Difference {
  readonly found: 'wording' | 'result';
  /** The place in the answer, as a JSON pointer. */
  readonly path: string;
  readonly recorded: Json;
  readonly got: Json;
}

const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}|$)/;

const TIMES =
  /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [A-Z][a-z]{2} \d{1,2} \d{4} \d{2}:\d{2}:\d{2}( GMT[+-]\d{4})?( \([^)]*\))?/g;

/** Compares the answers of one session. */
export class Likeness {
  /** The environment's id for each id of the service. */
  private readonly ids = new Map<string, string>();
  private readonly taken = new Set<string>();
  /** Texts that the caller gave before the service showed them as its own ids. */
  private readonly given = new Set<string>();

  private readonly wordings: Wordings;

  constructor(wordings: Wordings = new Wordings()) {
    this.wordings = wordings;
  }

  give(args: Json): void {
    for (const text of textsOf(args)) if (!this.ids.has(text)) this.given.add(text);
  }

  /** Replaces each text that is an id of the service by the environment's id for the same row. */
  renamed(value: Json): Json {
    if (typeof value === 'string') return this.ids.get(value) ?? value;
    if (Array.isArray(value)) return (value as readonly Json[]).map((each) => this.renamed(each));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.renamed(each as Json)]));
  }

  /**
   * Returns the first difference in data. Without one, returns the first difference in wording, or undefined for equal
   * answers.
   */
  difference(tool: string, recorded: Json, got: Json, path = ''): Difference | undefined {
    const differs = (found: Difference['found']): Difference => ({ found, path, recorded, got });
    if (typeof recorded === 'string' && typeof got === 'string') {
      const found = this.compareTexts(tool, recorded, got);
      return found === 'equal' ? undefined : differs(found);
    }
    if (typeof recorded === 'number' && typeof got === 'number')
      return Math.abs(recorded - got) <= 1e-9 * Math.max(1, Math.abs(recorded)) ? undefined : differs('result');
    if (Array.isArray(recorded) && Array.isArray(got))
      return recorded.length === got.length
        ? worst(recorded.map((each, at) => this.difference(tool, each as Json, got[at] as Json, `${path}/${at}`)))
        : differs('result');
    if (isJsonObject(recorded) && isJsonObject(got)) {
      const names = [...new Set([...Object.keys(recorded), ...Object.keys(got)])];
      return worst(
        names.map((name) => this.difference(tool, recorded[name] ?? null, got[name] ?? null, `${path}/${name}`)),
      );
    }
    return recorded === got ? undefined : differs('result');
  }

  private compareTexts(tool: string, recorded: string, got: string): Found {
    const wanted = this.ids.get(recorded) ?? recorded;
    if (wanted === got) {
      // pair the two wordings, so that this wording of the environment matches no other message of the service
      this.isSameMessage(tool, wanted, got);
      return 'equal';
    }
    if (this.given.has(recorded)) return 'result';
    if (TIME.test(recorded) && TIME.test(got)) return 'equal';
    // a longer text, such as a file listing, may contain ids and times
    const [told, shown] = [this.inPlace(timeless(recorded)), timeless(got)];
    if (told === shown) return 'equal';
    if (isIdLike(recorded) && isIdLike(got) && !this.ids.has(recorded) && !this.taken.has(got)) {
      this.ids.set(recorded, got);
      this.taken.add(got);
      return 'equal';
    }
    return this.isSameMessage(tool, told, shown) ? 'wording' : 'result';
  }

  private inPlace(text: string): string {
    return this.ids.size === 0 ? text : text.replaceAll(/[\w-]+/g, (word) => this.ids.get(word) ?? word);
  }

  /**
   * Tells whether two texts are messages with the same values, at least one, in the same order. Other words may differ,
   * but either both messages contain a denying word such as "not" or neither does, and each wording of the environment
   * may match only one wording of the service. Without a value, no match is possible: "The item was added" and "The
   * item was deleted" would match.
   */
  private isSameMessage(tool: string, recorded: string, got: string): boolean {
    const [wanted, shown] = [readMessage(recorded, this.given), readMessage(got, this.given)];
    if (wanted === undefined || shown === undefined) return false;
    if (wanted.values !== shown.values || wanted.values === '[]' || wanted.denies !== shown.denies) return false;
    return this.wordings.pair(tool, wanted.wording, shown.wording);
  }
}

/** Pairs each wording of the service with one wording of the environment, for each tool and over all sessions. */
export class Wordings {
  private readonly pairs = new Map<string, string>();

  pair(tool: string, service: string, environment: string): boolean {
    const [there, back] = [JSON.stringify([tool, 0, service]), JSON.stringify([tool, 1, environment])];
    const [known, origin] = [this.pairs.get(there), this.pairs.get(back)];
    if (known === undefined && origin === undefined) this.pairs.set(there, environment).set(back, service);
    return (known ?? environment) === environment && (origin ?? service) === service;
  }
}

function worst(found: readonly (Difference | undefined)[]): Difference | undefined {
  return found.find((each) => each?.found === 'result') ?? found.find((each) => each !== undefined);
}

function timeless(text: string): string {
  return text.replaceAll(TIMES, '@time');
}

/** Tells whether a text looks like an id that a service made: long, with digits, without spaces. */
function isIdLike(text: string): boolean {
  return /^[\w-]{6,}$/.test(text) && /\d/.test(text);
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsOf);
  return isJsonObject(value) ? Object.values(value).flatMap((each) => textsOf(each as Json)) : [];
}
