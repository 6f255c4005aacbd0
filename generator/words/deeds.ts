// Lists the effects of verbs on data, such as create, link or increase, in more detail than read and write. The most
// likely effect of a verb stands first. Also makes forms of verbs such as `closed` and `closing`.

export type Deed =
  | 'read'
  | 'compute'
  | 'create'
  | 'send'
  | 'update'
  | 'transition'
  | 'toggle'
  | 'link'
  | 'unlink'
  | 'increase'
  | 'decrease'
  | 'move'
  | 'copy'
  | 'delete'
  | 'clear'
  | 'login'
  | 'logout';

const DEEDS: Readonly<Record<Deed, string>> = {
  read: `get list find search fetch retrieve show view read query lookup look check browse describe display count compare
    inspect download export preview peek monitor track detect scan filter sort head tail exist is has can obtain see access
    load tell explore discover enumerate report print poll watch listen analyze analyse examine survey know 
    summarize rank select pick lookfor identify recommend suggest validate verify status ping test trace audit review
    top latest trending popular recent all info detail history random current available explain collect gather scrape crawl
    extract parse view preview glimpse diff grep cat pwd stat whoami`,
  compute: `quote calculate compute convert estimate translate predict determine solve evaluate simulate integrate differentiate
    factorize derive interpolate round encode decode encrypt decrypt hash format normalize tokenize generate approximate forecast
    measure classify transform plot`,
  create: `give create signup setup add new make insert register open place post submit upload schedule book order reserve invite issue enroll
    provision record log store save write append upsert buy purchase rent hire borrow lend announce publish initiate begin
    compose plan plant draft import clone comment reply vote rate mention retweet tweet share report declare subscribe
    put touch mkdir introduce establish define build deploy launch allocate raise file sell trade apply
    sign donate bid nominate propose request scan capture start generate prescribe refer admit award charge pay refund offer
    lease sponsor host organize arrange compile produce`,
  send: `send notify email text message contact call alert broadcast forward dispatch remind ping inform tell escalate page fax
    transmit push emit dial ring`,
  update: `update edit modify change set patch replace rename adjust configure put customize tune alter revise amend correct
    refresh reset overwrite override fix reassign reschedule rewrite restyle relabel retitle calibrate specify assign mark
    redirect readjust upsert merge sync navigate sort preheat heat cool warm dim brighten tune tilt rotate aim lower steer`,
  transition: `transition reimburse enable disable activate deactivate approve reject confirm complete resolve close lock unlock pause resume stop start
    restart cancel archive unarchive restore publish unpublish open reopen accept decline deny finish finalize suspend
    reactivate block unblock ban unban deliver ship return release press engage disengage arm disarm mute unmute freeze unfreeze
    renew extend upgrade downgrade verify acknowledge dismiss expire void fulfill pickup fetch collect dispatch terminate
    abort hold retry promote demote escalate settle hide unhide pin unpin star unstar feature snooze bake serve pack sign
    unsign trust revoke withdraw discontinue shut boot reboot power wake sleep turn switch activate kill launch schedule
    submit take dock undock park charge load unload ready read unread flag unflag book validate invalidate clear delay mark
    checkout checkin rollback begin end halt proceed continue initiate assign discharge admit vacate occupy clean inspect repair
    takeback giveback turnon turnoff switchon switchoff poweron poweroff shutdown clockin clockout optin optout drain fill flush water harvest prune fire extinguish play queue skip stream record trigger toggle`,
  toggle: `toggle flip invert`,
  link: `add attach link connect follow subscribe join associate bind map assign tag label favorite favourite like star bookmark
    pin enroll invite include watch register grant share friend endorse attend rsvp allow whitelist allowlist block mute pair
    mount save`,
  unlink: `remove detach unlink disconnect unfollow unsubscribe leave dissociate disassociate unbind unmap unassign untag unlabel
    unfavorite unlike unstar unbookmark unpin unenroll uninvite exclude unwatch unregister revoke ungrant unshare unfriend
    drop deny unblock unmute unpair unmount unsave quit withdraw`,
  increase: `topup fund deposit increase increment raise load recharge refill fill top credit earn grow boost replenish restock extend add
    award accrue gain topup receive refuel charge`,
  decrease: `withdraw decrease decrement reduce spend debit deduct consume use redeem lower subtract pay drain burn cut expend remove
    discharge sell repay settle_up`,
  move: `move mv transfer relocate migrate shift swap exchange wire remit reorder pass`,
  copy: `copy cp duplicate clone replicate fork mirror`,
  delete: `delete remove drop destroy erase purge discard unregister rm rmdir cancel terminate revoke withdraw uninstall trash
    scrap wipe forget void unschedule del eliminate deregister unset`,
  clear: `clear empty wipe flush reset purge truncate`,
  login: `login signin authenticate authorize logon`,
  logout: `logout signout logoff deauthenticate`,
};

const BY_VERB: ReadonlyMap<string, readonly Deed[]> = (() => {
  const found = new Map<string, Deed[]>();
  for (const [deed, verbs] of Object.entries(DEEDS) as [Deed, string][])
    for (const verb of verbs.split(/\s+/)) {
      const known = found.get(verb) ?? [];
      if (!known.includes(deed)) known.push(deed);
      found.set(verb, known);
    }
  return found;
})();

export function deedsOf(verb: string): readonly Deed[] {
  return BY_VERB.get(verb) ?? [];
}

export function isVerb(word: string): boolean {
  return BY_VERB.has(word);
}

const DOUBLED = new Set('stop plan ban pin tag map drop ship trap swap unpin admit refer submit refit'.split(' '));
const IRREGULAR: Readonly<Record<string, string>> = {
  send: 'sent',
  pay: 'paid',
  sell: 'sold',
  buy: 'bought',
  make: 'made',
  hold: 'held',
  freeze: 'frozen',
  unfreeze: 'unfrozen',
  withdraw: 'withdrawn',
  write: 'written',
  put: 'put',
  set: 'set',
  read: 'read',
  unread: 'unread',
  shut: 'shut',
  open: 'open',
  reopen: 'open',
  cut: 'cut',
  begin: 'begun',
  wake: 'awake',
  sleep: 'asleep',
  build: 'built',
  find: 'found',
  lend: 'lent',
  leave: 'left',
  rent: 'rented',
  lock: 'locked',
  hide: 'hidden',
  give: 'given',
  take: 'taken',
  start: 'started',
  cancel: 'cancelled',
  label: 'labelled',
  mute: 'muted',
  enable: 'enabled',
  disable: 'disabled',
  activate: 'active',
  reactivate: 'active',
  deactivate: 'inactive',
  resume: 'active',
  run: 'running',
  ship: 'shipped',
};

/** Returns the state after a verb: `closed` for `close`. */
export function participle(verb: string): string {
  const known = IRREGULAR[verb];
  if (known !== undefined) return known;
  const [first = '', ...particle] = spacedVerb(verb).split(' ');
  if (particle.length > 0) return [participle(first), ...particle].join(' ');
  if (DOUBLED.has(verb)) return `${verb}${verb.at(-1)}ed`;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${verb}ed`;
}

/** Returns the stem that all forms of a word share: `stop` for stopped and stops. */
export function stem(word: string): string {
  let text = word.toLowerCase();
  for (const [form, base] of STEMS) if (text === form) return base;
  if (text.length > 5 && text.endsWith('ing')) text = text.slice(0, -3);
  else if (text.length > 4 && text.endsWith('ied')) text = `${text.slice(0, -3)}y`;
  else if (text.length > 4 && text.endsWith('ed')) text = text.slice(0, -2);
  else if (text.length > 4 && text.endsWith('es')) text = text.slice(0, -2);
  else if (text.length > 3 && text.endsWith('s') && !text.endsWith('ss')) text = text.slice(0, -1);
  if (text.length > 3 && /(.)\1$/.test(text) && !/(ss|ll)$/.test(text)) text = text.slice(0, -1);
  return text.length > 3 && text.endsWith('e') ? text.slice(0, -1) : text;
}

const STEMS: readonly (readonly [string, string])[] = Object.entries(IRREGULAR)
  .filter(([verb, form]) => verb !== form)
  .map(([verb, form]) => [form, verb.endsWith('e') ? verb.slice(0, -1) : verb] as const);

/** Joins two words that form one verb: `check in` becomes `checkin`. */
export function withPhrasalVerbs(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const both = `${words[at] ?? ''} ${words[at + 1] ?? ''}`;
    if (PHRASAL.has(both)) {
      found.push(both.replace(' ', ''));
      at += 1;
    } else found.push(words[at] ?? '');
  }
  return found;
}

const PHRASAL = new Set([
  'check in', 'check out', 'log in', 'log out', 'sign in', 'sign out', 'sign up', 'log on', 'log off', 'take back', 'give back', 'turn on', 'turn off', 'roll back', 'switch on',
  'switch off', 'power on', 'power off', 'pick up', 'top up', 'shut down', 'clock in', 'clock out', 'opt in', 'opt out', 'set up',
]); // prettier-ignore

/** Splits a joined verb again: checkin becomes `check in`. Other verbs stay unchanged. */
export function spacedVerb(verb: string): string {
  return SPACED.get(verb) ?? verb;
}

const SPACED = new Map([...PHRASAL].map((each) => [each.replace(' ', ''), each]));
