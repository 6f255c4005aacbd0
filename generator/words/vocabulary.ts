// Lists words that say little about a tool's subject. All are in the singular, as split-words returns them.

/** Words of descriptions that do not name a subject. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above according after again all allow along already also although an and any api application are as at available
 back base based be been before being below between both but by call called calling can case certain code common contain
 containing could current currently custom data default define defined depending describe described detail did different
 do document doe does done due during e each either else end endpoint enter entire etc even every example existing
 false first following for form format from full function further g get give given giving go ha had has have having he
 help hence her here how however i if in include included including indicate indicating information input instance instead
 into is it item its itself json just keep kind know last later least less let like limit list longer made make making
 many match matching may me mean method might more most much multiple must my name need needed new next no none
 nor not note nothing now null o object of off on once one only onto operation optional optionally or order
 other otherwise our out output over own page parameter part particular per perform please possible present previous provide
 provided providing put query range rather regarding related represent representing request require required respective
 respectively response result return returned returning s same second see select sent set several shall she should show
 similar simple since single so some something specific specified specify specifying start still string such support
 supported take taken tell than that the their them then there these they thing this those through thus to
 together tool total true two type u under until up upon us use used user using usually valid value various via wa want
 was way we well were what when where whether which while who whole whose why will with within without would yes yet you login log logged logout authenticate authenticated authentication password
  username credential success successful successfully failure fail failed operation status yyyy mm dd hh iso
 your boolean integer array dict dictionary float str int bool dictionaries param arg argument schema`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/**
 * Names of arguments and result fields that any tool may have. If two tools share one, this does not show that they
 * belong together.
 */
export const GENERIC_NAMES: ReadonlySet<string> = new Set(
  `id, name, type, value, values, key, code, status, state, message, text, title, description, data, result, response, error, item,
  content, body, payload, object, list, array, count, total, total count, size, length, number, index, offset, limit, page,
  per page, page size, page number, page token, next page token, next token, next page, cursor, start, end, from, to, sort,
  sort by, sort order, order, order by, direction, filter, search, query, q, format, field, include, exclude, expand,
  verbose, debug, lang, language, locale, api key, apikey, key id, token, access token, auth, authorization, auth token,
  password, username, user, user id, callback, version, v, etag, kind, self, url, href, link, first, last, next, previous,
  prev, success, ok, date, time, timestamp, created, created at, updated at, create time, update time, updated, created by,
  updated by, deleted, enabled, active, is active, metadata, meta, tag, label, note, comment, option, parameter, property,
  setting, category, level, mode, unit, x, y, z, a, b, c, n, k, m, p, s, t, input, output, max, min, maximum, minimum,
  source, target, action, event, reason, detail, info, summary, request, request id, client id, client secret, timeout,
  retry, x request id, accept, content type, host, prefix, suffix, delimiter, pretty print, alt, upload type,
  upload protocol, top, skip, select, api version, method, output format, start date, end date, start time, end time,
  line, column, row, note, flag, hash, sum, result count, next link, more, has more, entry, record, resource, element,
  response code, status code, error code, error message, x auth token, x api key, dry run, force, model, group, address,
  odata type, login status, logged in, is logged in, authenticated, authentication status, is authenticated, login, operation status,
  args, kwargs, file, path, image, color, width, height, position, weight, score, rate, rating, price, amount, quantity`
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

/** Names of fields that say how the call went. Their descriptions tell nothing about the tool. */
export const ENVELOPE_NAMES: ReadonlySet<string> = new Set(
  'message, status, error, success, ok, code, status code, error code, error message, reason, msg, detail, successful'.split(
    ', ',
  ),
);

/** Verbs of tool names by their effect on data. */
const VERBS_BY_CLASS = {
  read: `get list find search fetch retrieve show view read query lookup look check browse describe display count compare
    calculate compute convert estimate validate verify inspect download export preview peek monitor track detect analyze
    scan filter sort translate predict determine recommend suggest head exist is has can`,
  create: `create add new make insert register book place post submit open generate upload import start launch begin
    schedule invite order buy purchase reserve request send publish issue enroll provision borrow lend rent hire announce
    append upsert pay charge refund deposit donate plant reply vote rate record log store save write mention retweet`,
  update: `update edit modify change set patch replace rename adjust configure enable disable activate deactivate toggle
    assign unassign move mark approve reject confirm complete resolve close lock unlock pause resume stop restart refresh
    reset increase decrease upgrade extend renew restore archive apply link attach detach bind connect disconnect subscribe
    unsubscribe follow unfollow like block unblock grant revoke sync merge return renew redirect deliver ship transfer turn
    switch press release fill water harvest activate increment accept decline join leave promote swap rotate pin unpin`,
  delete: `delete remove cancel clear drop destroy purge terminate erase revoke unregister discard withdraw`,
  session: `login logout signin signout authenticate authorize`,
} as const;

export type VerbClass = keyof typeof VERBS_BY_CLASS;

/** Verbs that any tool may have. They say nothing about the tool's subject. */
export const COMMON_VERBS: ReadonlySet<string> = new Set(
  `get list find search fetch retrieve show view read query lookup look check browse describe display count compare validate
    verify inspect filter sort exist is has can create add new make insert register submit open generate start begin update
    edit modify change set patch replace rename adjust configure enable disable activate deactivate toggle assign unassign
    close stop restart refresh reset apply attach detach delete remove cancel clear drop terminate revoke login logout signin
    signout authenticate authorize process manage handle perform calculate compute determine estimate convert move copy
    complete resolve approve reject confirm mark put`.split(/\s+/),
);

/** Verbs that are often nouns, such as `order` or `post`. */
export const NOUN_VERBS: ReadonlySet<string> = new Set(
  `order book post schedule issue track request report export import link invite purchase transfer release review
    comment like block head scan monitor filter start lock merge sync bind search follow subscribe patch reset`.split(
    /\s+/,
  ),
);

/** For each verb, its effect on data. */
export const VERBS: ReadonlyMap<string, VerbClass> = new Map(
  (Object.entries(VERBS_BY_CLASS) as [VerbClass, string][]).flatMap(([kind, words]) =>
    words.split(/\s+/).map((word): [string, VerbClass] => [word, kind]),
  ),
);
