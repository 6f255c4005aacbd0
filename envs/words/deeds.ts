// Finds the kinds of actions that a text names, such as cancel or refund, because a tool's name, a wish and a proposal
// use different words for the same action. A word may belong to several kinds. Two texts name the same action if they
// have a kind in common.
import { remembered } from './remembered.ts';
import { splitName } from './split-words.ts';

const GROUPS: Readonly<Record<string, RegExp>> = {
  collect: /\b(?:request(?:ing|ed)? (?:\$|€|£|\d|money|payment)|payable|paid into your)/i,
  cancel:
    /\b(?:cancel\w*|call(?:ing|ed)? (?:it |this |that |the \w+ )?off|scrap(?:ped|ping)?|annul\w*|void(?:ed|ing)?)\b/i,
  return:
    /\b(?:(?<!in )return(?:s|ed|ing)?(?! (?:to you|your call|with))|(?:send|sending|sent|take|taking|taken|ship|shipping|give|giving) (?:\w+ ){0,8}?back|go(?:es|ing)? back(?= to (?:the )?(?:sender|shop|us|warehouse)|[,.])|back to (?:the )?sender)\b/i,
  exchange: /\b(?<!in )(?:exchang\w*|swap\w*|trad(?:e|ed|ing)\b|replace(?:d|ment|ments|s)?|replacing|substitut\w*)\b/i,
  refund: /\b(?:refund\w*|reimburs\w*|money back|money goes back|pay(?:ing)? back)\b/i,
  redirect:
    /\b(?:redirect\w*|rerout\w*|re-rout\w*|divert\w*|forward(?:ed|ing)?|deliver(?:ed|y|ing)? (?:\w+ ){0,6}?(?:to|somewhere|elsewhere)|ship(?:ped|ping)? (?:\w+ ){0,5}?to|sen[dt](?:ing)? (?:\w+ ){0,8}?to|address)\b/i,
  pause: /\b(?:paus\w*|suspend\w*|freez\w*|frozen|put (?:\w+ ){0,5}?on (?:hold|ice))\b/i,
  resume:
    /\b(?:resum\w*|reactivat\w*|unpaus\w*|unfreez\w*|lift the bar|back into service|(?:switch|turn)(?:ed|ing)? (?:[\w-]+ ){0,4}?(?:back on|on again))\b/i,
  block:
    /\b(?:block\w*|lock(?:ed|ing)?\b|bar(?:red|ring)? the|deactivat\w*|disabl\w*|shut(?:ting)? (?:\w+ ){0,3}?down)\b/i,
  delete:
    /\b(?:delet\w*|remov\w*|eras\w*|clear(?:ed|ing)? (?:out|the schedule)|wip(?:e|ed|ing)\b|clos(?:e|ed|ing) (?:down )?(?:your|the|my|this) (?:\w+ )?account\b(?! (?:ticket|request|case|issue))|terminat\w*|get(?:ting)? rid)\b/i,
  plan: /\b(?:upgrad\w*|downgrad\w*|(?:switch|mov|chang)\w* (?:\w+[ ,-]*){0,8}?(?:plan|go \d+|go max)|plan)\b/i,
  handover:
    /\b(?:transfer (?:you|this call|the call|this chat|the chat|to (?:a|the) (?:human|person|colleague|supervisor|agent))|hand(?:ing)? (?:you )?over|escalat\w*|transfer to human)\b/i,
  pay: /\b(?:transfer(?:red|ring|s)?(?! (?:you|this call|the call))|wir(?:e|ed|ing)\b|pay(?:s|ing|ment)?\b|paid|sen[dt](?:ing)? (?:\w+ )?(?:\$|€|£|\d|money)|remit\w*)/i,
  reserve:
    /\b(?:reserv\w*|book(?:ed|ing)?\b(?! of)|plac(?:e|ed|ing) (?:a |the )?hold|put(?:ting)? (?:\w+ ){0,6}?aside|set(?:ting)? (?:\w+ ){0,6}?aside)\b/i,
  keep: /\b(?:ke(?:ep|pt|eping)|hold(?:ing)?|held|stor(?:e|ed|ing)\b|park(?:ed|ing)?)\b/i,
  renew: /\b(?:renew\w*|extend\w*|prolong\w*)\b/i,
  order:
    /\b(?:(?:place|placed|placing|put through|make) (?:a|an|the|your|another|this) (?:new )?order|order(?:ing)? (?:you |a |an |another |one |two |three |\d)|order(?:ing)? [^.]{0,40}(?:again|once more|one more time|anew)|buy(?:ing)?|bought|purchas\w*)\b/i,
  add: /\b(?:add(?:ed|ing|s)?|top(?:ped|ping)?[ -]?up|sell(?:ing)?|sold|buy(?:ing)?|purchas\w*|put(?:ting)? (?:\w+[ ,-]*){0,6}?on(?:to)? (?:your|the)|load(?:ed|ing)?|book(?:ed|ing)? (?:\w+ ){0,4}?pack|data pack)\b/i,
  credit: /\b(?:credit(?:ed|ing)?(?! card)|goodwill|compensat\w*|discount\w*|voucher)\b/i,
  giftcard: /\b(?:gift ?cards?)\b/i,
  note: /\b(?:(?:add|leave|left|put|write|wrote|make|made|record)\w* (?:\w+ ){0,3}?notes?|add note|note add)\b/i,
  ticket:
    /\b(?:tickets?|complaints?|(?:fil|lodg|rais)(?:e|ed|ing) (?:a|an) (?:\w+ ){0,2}?(?:case|claim|request|issue|report|query|objection|dispute|appeal))\b/i,
  subscribe:
    /\b(?:subscri\w*|newsletter|sign(?:ed|ing)? (?:you )?up|enrol\w*|survey|warrant\w*|insurance|membership)\b/i,
  rename: /\b(?:renam\w*|call it)\b/i,
  power: /\b(?:(?:switch|turn|power)(?:ed|ing|es|s)? (?:\w+ ){0,6}?(?:on|off)|turn(?:ed|ing)? (?:on|off)|roaming)\b/i,
  heat: /\b(?:heat(?:s|ed|er|ers|ing)?|warm(?:s|ed|er|ing|th)?|cool(?:ed|ing)?\b|thermostat|temperature|degrees)\b/i,
  schedule: /\b(?:schedul\w*|program(?:med|ming|me)?|timer)\b/i,
  move: /\b(?:exchang\w* (?:\w+ ){0,2}?(?:booking|ticket|reservation|seat|appointment|shift|slot|trip)s?\b|mov(?:e|es|ed|ing)\b|reschedul\w*|shift(?:ed|ing)?|rebook\w*|postpon\w*|bring (?:\w+ )?forward|push(?:ed|ing)? (?:\w+ )?(?:back|to))\b/i,
  unlock: /\b(?:unlock\w*|unblock\w*|(?:lift|remov|releas)\w* (?:the|that|your|this) (?:b?lock)\b)/i,
  reset: /\b(?:reset\w*|restart\w*|reboot\w*|factory)\b/i,
  sim: /\b(?:sim(?: cards?)?|esim)\b/i,
  limit: /\b(?:(?:rais|lower|increas|decreas|set|chang)\w* (?:\w+ ){0,6}?limit)\b/i,
  prescription: /\b(?:prescri\w*|refill)\b/i,
  comment: /\b(?:comment(?:s|ed|ing)?)\b/i,
  message:
    /\b(?:(?:told|inform(?:ed|ing)?|notif(?:y|ied|ying)|alert(?:ed|ing)?|messag(?:ed|ing)) (?:the|your|our|my) (?:\w+ )?(?:team|lead|leader|manager|supervisor|chef|kitchen|driver|colleagues?|owner|landlord|department|staff)|notif(?:y|ication)\b)/i,
  payee: /\b(?:payees?|beneficiar\w*)\b/i,
};

/**
 * Kinds that may stand for each other. For example, moving an appointment is also scheduling, and reserving a title is
 * also keeping it.
 */
const KIN: Readonly<Record<string, readonly string[]>> = {
  reserve: ['keep'],
  keep: ['reserve'],
  schedule: ['heat', 'add'],
  heat: ['schedule', 'add'],
  plan: ['move'],
  order: ['add'],
  add: ['reserve', 'order', 'sim'],
  move: ['plan', 'reserve'],
};

/** Kinds that usually accompany another action, such as refunding and keeping. */
const ASIDE = new Set(['refund', 'pay', 'keep', 'credit', 'redirect', 'schedule']);

export const deedsIn: (text: string) => ReadonlySet<string> = remembered(readDeeds);

function readDeeds(text: string): Set<string> {
  const found = new Set<string>();
  for (const [name, pattern] of Object.entries(GROUPS)) if (pattern.test(text)) found.add(name);
  // some phrases match two kinds but mean one: "send back" is not a redirection, "note" not an addition, and "unlock"
  // not a block
  if (found.has('return')) found.delete('redirect');
  if (found.has('note')) found.delete('add');
  if (found.has('unlock')) for (const each of ['block', 'delete']) found.delete(each);
  return found;
}

/**
 * Returns the kinds of actions that a text names with a verb that the other text uses too: "order a contractor" and "a
 * contractor ordered".
 */
export function deedsEchoed(text: string, of: string): Set<string> {
  const words = new Set(splitName(of).map(stemOf));
  return new Set(
    Object.entries(GROUPS).flatMap(([name, pattern]) => {
      const [verb = ''] = splitName(pattern.exec(text)?.[0] ?? '');
      return verb.length >= LEAST && words.has(stemOf(verb)) ? [name] : [];
    }),
  );
}

const LEAST = 4;
const stemOf = (word: string): string => word.replace(/(?:e?d|ing|e?s|e)$/, '');

export type DeedMatch = 'same' | 'other' | 'more' | 'unsaid';

/**
 * Compares the kinds of actions that a text names with the wished kinds. same: the text names only wished kinds. more:
 * it also names others. other: it names only others. unsaid: it names none, or only kinds that usually accompany
 * another action, or no kind is wished. Kinds that may stand for each other count as equal.
 */
export function compareDeeds(said: ReadonlySet<string>, wished: ReadonlySet<string>): DeedMatch {
  if (said.size === 0) return 'unsaid';
  const kin = new Set([...wished].flatMap((deed) => [deed, ...(KIN[deed] ?? [])]));
  const strange = [...said].filter((deed) => !kin.has(deed));
  const met = strange.length < said.size;
  if (strange.length === 0) return 'same';
  if (wished.size === 0) return 'unsaid';
  if (!met) return strange.every((deed) => ASIDE.has(deed)) ? 'unsaid' : 'other';
  return strange.some((deed) => !ASIDE.has(deed)) ? 'more' : 'same';
}
