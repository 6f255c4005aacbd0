// Lists nouns with a special meaning, such as people, abbreviations, and words around a noun that do not belong to it.

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Abbreviations that APIs use, with the full words. */
export const SHORT_FORMS: Readonly<Record<string, string>> = {
  repo: 'repository', org: 'organization', organisation: 'organization', desc: 'description', descr: 'description',
  msg: 'message', addr: 'address', qty: 'quantity', app: 'application', param: 'parameter', dept: 'department',
  pr: 'pull_request', env: 'environment', img: 'image', doc: 'document', config: 'configuration', info: 'information',
}; // prettier-ignore

/** Nouns of people. Rows of such a noun have names of persons. */
export const PEOPLE =
  set(`user member person people customer client employee contact patient doctor student teacher author
  owner driver guest passenger tenant assignee reviewer participant attendee candidate staff worker agent subscriber
  collaborator volunteer owner lead player recipient sender`);

/** Nouns of rows that always have a name, even if no tool mentions the name. */
export const NAMED_ROWS: ReadonlySet<string> = new Set([
  ...PEOPLE,
  ...set(`workspace organization team department project channel category folder board group calendar collection library
tag label location store warehouse room audience segment list region country city language site space`),
]);

/** Words before a noun that limit the rows and do not belong to the noun. */
export const DETERMINERS =
  set(`all a an the my new specific single multiple many one existing some every bulk batch any this
  current active available free vacant recent latest upcoming past open closed own full complete`);

/** Matches a participle with a preposition that only says to whom rows belong, such as "made by". */
export const MADE_BY =
  /^(?:made|placed|created|posted|written|recorded|booked|submitted|filed|uploaded|owned|held|logged|registered|given) by$|^(?:contained|recorded|logged) in$|^(?:recorded|made) for$|^(?:attached|belonging) to$/;

/** Words after a noun that only say that the row is shown. */
export const TAILS = set('detail information list record result');

/**
 * Words after a noun that mean another view of its rows, such as `summary` in "order summary". The fields of such a
 * view are known only if the result is declared.
 */
export const VIEWS = set('info data summary overview metadata');

/** Nouns of rows that only one party can use at a time, such as a room. */
export const ONE_PARTY =
  set(`room court lane pitch hall studio theater berth mooring desk bay locker vehicle car van bike
bicycle scooter boat kayak canoe trailer cabin cottage apartment villa suite campsite projector laptop instrument machine piano`);

/** Nouns of rows that occupy another row, as an appointment occupies a slot. */
export const BOOKINGS = set('booking reservation appointment rental loan ticket checkout hire registration');

/** Prepositions, which stand between a name and its qualifiers. */
export const PREPOSITIONS = set('by for from with of in to on at into via within under using');

/** Words that say that the tool acts on each element of a list. */
export const EACH = set('bulk batch multiple many');

/** Verbs that can be nouns at the end of a name, such as `get link` or `access log`. */
export const NOUNS_TOO =
  set(`link list log order note comment report record post message schedule request share file label tag
  star like book change plan loan record view view check search query save release start stop watch access load set count
  attachment mark discharge move return transfer order`);
