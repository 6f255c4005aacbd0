// Follows references of an OpenAPI document, such as #/components/… or other.yaml#/…. Each file is read once and must
// lie inside the given folder. Nothing is fetched from the network.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { insideRoot } from '../find-files.ts';
import { readDocuments } from '../read-document.ts';

/** A value, and the file to which references inside the value are relative. */
export interface Located {
  readonly value: Json;
  readonly file: string;
}

const LONGEST_CHAIN = 32;

export class References {
  readonly unresolved = new Set<string>();
  private readonly documents = new Map<string, Json | undefined>();
  private readonly known = new Map<string, Located | undefined>();
  private readonly root: string;

  constructor(root: string, file: string, document: Json) {
    this.root = root;
    this.documents.set(file, document);
  }

  /**
   * Follows the references of a value to the end. Returns the value itself if it is not a reference, and undefined if a
   * reference has no target or the chain is too long.
   */
  follow(from: Located): Located | undefined {
    let at: Located | undefined = from;
    for (let steps = 0; at !== undefined && isJsonObject(at.value) && typeof at.value['$ref'] === 'string'; steps++) {
      if (steps > LONGEST_CHAIN) return undefined;
      at = this.resolve(at.value['$ref'], at.file);
    }
    return at;
  }

  /** Returns the target of one reference. References inside the target are not followed. */
  private resolve(reference: string, file: string): Located | undefined {
    const key = `${file} ${reference}`;
    if (this.known.has(key)) return this.known.get(key);
    const found = this.find(reference, file);
    if (found === undefined) this.unresolved.add(reference);
    this.known.set(key, found);
    return found;
  }

  private find(reference: string, file: string): Located | undefined {
    const [path = '', pointer = ''] = reference.split('#');
    if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return undefined;
    const target = path === '' ? file : insideRoot(this.root, file, decode(path));
    if (target === undefined) return undefined;
    const value = pointerAt(this.document(target), pointer);
    return value === undefined ? undefined : { value, file: target };
  }

  private document(file: string): Json | undefined {
    if (!this.documents.has(file)) {
      let value: Json | undefined;
      try {
        [value] = readDocuments(file);
      } catch {
        value = undefined;
      }
      this.documents.set(file, value);
    }
    return this.documents.get(file);
  }
}

function pointerAt(document: Json | undefined, pointer: string): Json | undefined {
  let value: Json | undefined = document;
  for (const part of pointer.split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(key)];
    else if (isJsonObject(value) && Object.hasOwn(value, key)) value = (value as JsonObject)[key];
    else return undefined;
  }
  return value;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
