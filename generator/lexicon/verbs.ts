// Lists verbs by their senses, that is, by their effects on rows. A verb may have several senses; the arguments of the
// tool decide between them. A tool whose verb is not listed is flagged.
export type Sense =
  | 'show'
  | 'search'
  | 'count'
  | 'create'
  | 'book'
  | 'send'
  | 'update'
  | 'move'
  | 'state'
  | 'link'
  | 'unlink'
  | 'delete'
  | 'set';

const SENSES: Readonly<Record<Sense, string>> = {
  show: 'get list fetch retrieve show view read describe display browse find lookup',
  search: 'search find query lookup',
  count: 'count',
  create: `create add new make insert register post upload write log record store save submit draft compose define
    establish publish open plan schedule raise file note announce import leave start attach comment append report apply`,
  book: 'book reserve order rent borrow hire buy purchase lend enroll schedule request checkout loan',
  send: 'send post message email notify text forward reply',
  update: `update edit modify change set patch rename resize replace adjust configure customize put reschedule revise amend correct
    alter mark watch subscribe upsert retitle reword rewrite reprioritize relabel tag label`,
  move: 'move transfer assign reassign reparent relocate shift',
  state: `archive unarchive close reopen cancel complete approve reject confirm accept decline activate deactivate enable
    disable lock unlock pause resume publish unpublish resolve suspend restore start stop finish pin unpin star unstar
    mute unmute block unblock ship deliver fulfill hide unhide flag unflag freeze unfreeze acknowledge dismiss
    expire void deny trash untrash favorite unfavorite feature return release abort terminate schedule discontinue
    solve uncomplete receive hold sign settle escalate dispatch collect waive redeem postpone snooze deprecate retract revoke withdraw verify unsuspend reactivate reinstate retire ban unban checkin checkout turnon turnoff switchon switchoff clockin clockout optin optout`,
  link: 'add assign attach link follow join star like favorite subscribe tag label invite connect associate share bookmark enroll grant save watch',
  unlink: `remove unassign detach unlink unfollow leave unstar unlike unfavorite unsubscribe untag unlabel uninvite disconnect
    dissociate unshare unbookmark unenroll revoke unsave unwatch delete drop withdraw deregister expel exclude kick`,
  delete: 'delete remove destroy erase drop discard purge clear cancel withdraw del rm unregister',
  set: 'set update change turn switch adjust configure put enable disable toggle mute unmute select',
};

/**
 * Verbs that make a row or set the state of an existing row: submit_claim(amount) makes a claim, submit_claim(claim_id)
 * sets its state.
 */
export const MAKES_OR_LEADS: ReadonlySet<string> = new Set('submit open post'.split(' '));

const BY_VERB: ReadonlyMap<string, ReadonlySet<Sense>> = (() => {
  const found = new Map<string, Set<Sense>>();
  for (const [sense, verbs] of Object.entries(SENSES) as [Sense, string][])
    for (const verb of verbs.split(/\s+/)) found.set(verb, (found.get(verb) ?? new Set<Sense>()).add(sense));
  return found;
})();

/** All verbs listed in this file. */
export const VERBS: readonly string[] = [...BY_VERB.keys()];

export const READING: ReadonlySet<Sense> = new Set(['show', 'search', 'count']);

export function sensesOf(verb: string): ReadonlySet<Sense> {
  return BY_VERB.get(verb) ?? NONE;
}
const NONE: ReadonlySet<Sense> = new Set();

/** Pairs of a verb and the verb that reverses it. */
const INVERSES =
  `archive/unarchive lock/unlock pause/resume publish/unpublish enable/disable activate/deactivate pin/unpin
  star/unstar mute/unmute block/unblock hide/unhide flag/unflag freeze/unfreeze trash/untrash favorite/unfavorite
  close/reopen close/open solve/reopen resolve/reopen complete/reopen finish/reopen complete/uncomplete suspend/resume suspend/unsuspend suspend/reactivate deactivate/reactivate suspend/reinstate ban/unban trash/restore archive/restore feature/unfeature`
    .split(/\s+/)
    .map((pair) => pair.split('/') as [string, string]);

/** Returns the verbs whose effect this verb reverses: `lock` for `unlock`. */
export function undoes(verb: string): readonly string[] {
  return INVERSES.flatMap(([done, undone]) => (undone === verb ? [done] : []));
}

const IRREGULAR: Readonly<Record<string, string>> = {
  freeze: 'frozen', hide: 'hidden', pin: 'pinned', unpin: 'unpinned', star: 'starred', unstar: 'unstarred', stop: 'stopped',
  cancel: 'cancelled', ship: 'shipped', flag: 'flagged', void: 'voided', activate: 'active', deactivate: 'inactive',
  enable: 'enabled', disable: 'disabled', reopen: 'open', open: 'open', resume: 'active', restore: 'active', send: 'sent',
  unarchive: 'active', start: 'started', deny: 'denied', verify: 'verified', lend: 'lent', buy: 'bought', unpublish: 'draft',
  unlock: 'unlocked', checkin: 'checked_in', checkout: 'checked_out', turnon: 'on', turnoff: 'off', switchon: 'on', switchoff: 'off',
  hold: 'on_hold', pay: 'paid', withdraw: 'withdrawn', set: 'set', put: 'put', cut: 'cut', let: 'let',
  clockin: 'clocked_in', clockout: 'clocked_out', optin: 'opted_in', optout: 'opted_out', unblock: 'active', unsuspend: 'active', reactivate: 'active', reinstate: 'active', ban: 'banned', unban: 'active', schedule: 'scheduled', untrash: 'active', unfreeze: 'active',
}; // prettier-ignore

/** Longer verbs that double their last letter in the participle. Other long verbs do not: limit, offer, buffer. */
const DOUBLED = /^(?:submit|admit|commit|permit|transmit|omit|emit|refer|prefer|transfer|defer|confer|infer)$/;

/** Returns the state that a verb sets: `closed` for `close`. */
export function stateOf(verb: string): string {
  const known = IRREGULAR[verb];
  if (known !== undefined) return known;
  if (verb.endsWith('e')) return `${verb}d`;
  // a short vowel before one consonant doubles it: ship, ban
  if (/^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb) || DOUBLED.test(verb)) return `${verb}${verb.at(-1) ?? ''}ed`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${verb}ed`;
}

const PARTICIPLES = new Set([...BY_VERB.keys()].map(stateOf));

export const isParticiple = (word: string): boolean => PARTICIPLES.has(word);

const STATES = new Set(SENSES.state.split(/\s+/).map(stateOf));
/** State words that do not come from a verb. */
const OTHER_STATES = new Set('draft pending overdue past upcoming delivered paid unpaid unread inactive'.split(' '));

/**
 * Tells whether a word names the state of a row, such as `archived` or `pending`. Words with other common meanings,
 * such as `open`, do not count.
 */
export const isStateWord = (word: string): boolean =>
  OTHER_STATES.has(word) ||
  (STATES.has(word) && !/^(?:active|open|on|off|featured|started|scheduled|released|returned|blocked)$/.test(word));

/** Tells whether two words mean the same state, such as canceled and cancelled. */
export function sameState(a: string, b: string): boolean {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .replace('cancelled', 'canceled')
      .replace(/^complete$/, 'completed')
      .replace(/^(done|finished)$/, 'completed')
      .replace(/^opened$/, 'open')
      .replace(/^started$/, 'running');
  return plain(a) === plain(b);
}

/** States in which a new row may begin, the most likely first. */
export const BEGINNINGS =
  `open opened new todo to_do pending draft active scheduled planned created placed available requested
  submitted unpaid queued waiting not_started backlog booked confirmed enabled unread applied received reported registered
  subscribed`.split(/\s+/);

/** Matches names of booleans that say that a row is in use. In a new row, such a boolean may be true from the start. */
export const STANDING =
  /^(?:(?:currently )?active|enabled|available|visible|public|online|valid|open|in stock|on sale|in service|operational)$/;

const PHRASES = new Map(
  `check in,check out,log in,log out,sign in,sign out,sign up,take back,give back,turn on,turn off,switch on,switch off,opt in,opt out,clock in,clock out,shut down,set up`
    .split(',')
    .map((phrase): [string, string] => [phrase, phrase.replace(' ', '')]),
);

/** Joins two words that form one verb: `check in` becomes `checkin`. */
export function withPhrases(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const phrase = PHRASES.get(`${words[at] ?? ''} ${words[at + 1] ?? ''}`);
    if (phrase !== undefined) at += 1;
    found.push(phrase ?? words[at] ?? '');
  }
  return found;
}
