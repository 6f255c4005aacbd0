// Lists the names under which the kind of a value is looked up: its full name, the last word of the name, the name with
// abbreviations written out, and the first noun of the description.
import { plural, splitProse } from '../../../envs/words/split-words.ts';
import type { Wanted } from './value-rule.ts';

/** Abbreviations in column names, with the full words. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  addr: 'address', alt: 'description', amt: 'amount', attr: 'attribute', avg: 'average', cd: 'code', cnt: 'count', cmt: 'comment', ctry: 'country', ccy: 'currency',
  desc: 'description', descr: 'description', dept: 'department', dst: 'destination', dt: 'date', env: 'environment', err: 'error', fmt: 'format', fn: 'first_name', freq: 'frequency',
  flg: 'flag', img: 'image', ln: 'last_name', loc: 'location', lng: 'longitude', mgr: 'manager', msg: 'message', nm: 'name', num: 'number', org: 'organization',
  pct: 'percentage', pic: 'picture', pos: 'position', prev: 'previous', prio: 'priority', pwd: 'password', qty: 'quantity', ref: 'reference', reg: 'region', src: 'source',
  str: 'text', tel: 'phone', thumb: 'thumbnail', tm: 'time', ts: 'timestamp', txt: 'text', typ: 'type', usr: 'user', val: 'value', ver: 'version', wt: 'weight', yr: 'year',
  // names of columns in other languages
  nombre: 'name', apellido: 'last_name', fecha: 'date', ciudad: 'city', titulo: 'title', codigo: 'code', telefono: 'phone', direccion: 'address', estado: 'status',
  precio: 'price', imagen: 'image', correo: 'email', categoria: 'category', marca: 'brand', pais: 'country', inicio: 'start_date', fin: 'end_date', empresa: 'company',
  preis: 'price', ort: 'city', plz: 'zip', postleitzahl: 'zip', strasse: 'street', bezeichnung: 'name', beschreibung: 'description', datum: 'date', bild: 'image', anzahl: 'count',
  nom: 'name', prenom: 'first_name', prix: 'price', ville: 'city', adresse: 'address', pays: 'country', titre: 'title', quantite: 'count',
  joining: 'date', hiring: 'date', birthday: 'date_of_birth', released: 'date', built: 'year', ago: 'duration', shareuid: 'uid', pages: 'count',
}; // prettier-ignore
/** Matches the last word of a name that is written without separators, such as "id" in productid. */
const RUN_TOGETHER =
  /[a-z]{2}(id|name|code|date|time|url|uri|uid|count|number|type|key|text|title|price|address|status|amount|email|level|list|image|language|country|city|version|token|value|description)$/;
/** Matches last words that say little about the value, such as a number, a unit or "default". */
const TAIL =
  /^(\d+|utc|gmt|us|ms|local|raw|formatted|human|plain|original|full|long|short|current|default|str|string|int|double|decimal|fmt|value)$/;

export function namesOf(wanted: Wanted): string[] {
  const { words } = wanted;
  const names = [wanted.name];
  if (words.length > 1) names.push(words.at(-1) ?? '');
  let kept = words.length;
  while (kept > 1 && TAIL.test(words[kept - 1] ?? '')) kept -= 1;
  if (kept < words.length) names.push(words.slice(0, kept).join('_'), words[kept - 1] ?? '');
  const last = words[kept - 1] ?? '';
  if (Object.hasOwn(SPELLED_OUT, last)) names.push([...words.slice(0, kept - 1), SPELLED_OUT[last] ?? ''].join('_'));
  const tail = RUN_TOGETHER.exec(last)?.[1];
  if (tail !== undefined) names.push(`${last.slice(0, -tail.length)}_${tail}`);
  const said = headNoun(wanted.description);
  if (last.length > 2) names.push(plural(last));
  return said === '' ? names : [...names, said];
}

/**
 * Returns the noun phrase at the start of a description: "The unique identifier of the zone" gives "unique_identifier".
 */
function headNoun(description: string): string {
  const phrase =
    description.split(
      /[.,;:()\n]|\b(?:of|for|that|which|where|when|in|on|at|to|from|with|by|as|used|indicating|if|this|is|are|associated|belonging|within|per)\b/i,
    )[0] ?? '';
  const words = splitProse(phrase).filter((word) => !['the', 'a', 'an'].includes(word));
  return words.length > 4 ? '' : words.join('_');
}
