// Nouns with a meaning of their own: people, short forms, words that stand around a noun and are none.

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Short forms that APIs use, written out. */
export const SHORT_FORMS: Readonly<Record<string, string>> = {
  repo: 'repository', org: 'organization', organisation: 'organization', desc: 'description', descr: 'description',
  msg: 'message', addr: 'address', qty: 'quantity', app: 'application', param: 'parameter', dept: 'department',
  pr: 'pull_request', env: 'environment', img: 'image', doc: 'document', config: 'configuration', info: 'information',
}; // prettier-ignore

/** Nouns of people; their names are names of persons. */
export const PEOPLE =
  set(`user member person people customer client employee contact patient doctor student teacher author
  owner driver guest passenger tenant assignee reviewer participant attendee candidate staff worker agent subscriber
  collaborator volunteer owner lead player recipient sender`);

/** Words before a noun that say which rows, never what they are. */
export const DETERMINERS =
  set(`all a an the my new specific single multiple many one existing some every bulk batch any this
  current active available free vacant recent latest upcoming past open closed own full complete`);

/** Words after a noun that say only that it is shown. */
export const TAILS = set('detail info information list data record result summary overview metadata');

/** Words whose number is only their form: nothing is plural about them. */
export const PREPOSITIONS = set('by for from with of in to on at into via within under using');

/** Words before a verb or a noun that say: each of a list. */
export const EACH = set('bulk batch multiple many');

/** Verbs that end a name as nouns: get link, price list, access log. */
export const NOUNS_TOO =
  set(`link list log order note comment report record post message schedule request share file label tag
  star like book change plan loan record view view check search query save release start stop watch access load set count
  attachment mark discharge move return transfer order`);
