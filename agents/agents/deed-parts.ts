import { ownWords, splitName } from '../../envs/words/split-words.ts';

export interface Parts {
  readonly verb: string;
  readonly noun: string;
  readonly tail?: { readonly word: string; readonly noun: string };
}

/**
 * Splits a tool's name into a verb, a noun and an end: add_item_to_cart gives "add", "item" and "to cart". A particle
 * stays with its verb: check_in_guest gives "check in" and "guest". If the name has no known verb, its first word
 * counts as the verb.
 */
export function partsOf(tool: string): Parts {
  const last = ownWords(tool);
  const before = tool.split(/[./:]/).slice(0, -1).at(-1);
  const all = last.length === 1 && before !== undefined ? [...last, ...splitName(before)] : last;
  const at = Math.max(
    0,
    all.findIndex((word) => VERBS.has(word)),
  );
  const behindVerb = all.slice(at + 1);
  const particles = behindVerb.findIndex((word) => !PARTICLE.test(word));
  const from = particles === -1 ? behindVerb.length : particles;
  const verb = [all[at] ?? tool, ...behindVerb.slice(0, from)].join(' ');
  const rest = [...all.slice(0, at), ...behindVerb.slice(from)].filter(
    (word) => !/^(?:v|api|the|an?|\d+|new)$/.test(word),
  );
  const split = rest.findIndex((word) => PREPOSITION.test(word));
  if (split === -1) return { verb, noun: rest.join(' ') };
  const behind = rest.slice(split + 1).join(' ');
  const word = rest[split] ?? '';
  return {
    verb,
    noun: rest.slice(0, split).join(' '),
    ...(behind === '' || /^(?:by|with)$/.test(word) ? {} : { tail: { word, noun: behind } }),
  };
}

/** Matches a word that forms one verb with the verb before it, such as "in" of "check in" and "to" of "reply to". */
const PARTICLE = /^(?:in|out|up|off|down|on|over|back|away|to|for|from|into|onto|at)$/;
const PREPOSITION = /^(?:to|for|from|into|onto|in|on|of|by|with|at)$/;
const VERBS = new Set(
  `accept acknowledge activate admit add adjust allocate amend append apply approve archive arrange assign attach award ban bake block book borrow buy calibrate cancel change charge check clear clone close collect comment complete compose configure confirm connect copy correct create credit cut deactivate decide decline decrease deliver delete deny deploy deposit detach disable discard discharge disconnect dismiss dispatch donate draft drop duplicate edit empty enable end enroll enter escalate exchange expire extend fetch file fill finish fix flag follow forward freeze fulfill give grant hand hide hire hold import increase insert inspect install invite issue join launch leave lend like link load lock lodge log lower mark merge message modify move mute new note notify offer open order pack park patch pause pay pick pickup pin place plan play post prepare prescribe press prioritize promote propose provision publish purchase push put raise rate reactivate reassign rebook receive record redeem redirect refill refresh refund regenerate register reject release remind remove rename renew rent reopen repair replace reply report request reschedule reserve reset resolve restart restore resume resend retire retry return revert review revoke rotate save schedule sell send serve set settle share ship sign start stop store submit subscribe suspend swap switch tag take terminate toggle topup track trade transfer trash trigger turn unarchive unassign unblock unfollow unfreeze unlink unlock unmute unpin unpublish unshare unsubscribe update upgrade upload upsert use verify void vote waive water wipe withdraw write`.split(
    ' ',
  ),
);
