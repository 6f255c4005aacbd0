// Changes a clause about an action from the present to the past: "cancel the order" becomes "cancelled the order".

/** Stands between a change of a value and a new state, as in: change the note to "x" and mark it as paid. */
export const AND_MARK = ' and mark it as ';

export function inPast(clause: string): string {
  const [verb = '', ...rest] = clause.split(' ');
  return [participle(verb), ...rest].join(' ').replace(AND_MARK, AND_MARK.replace('mark', 'marked'));
}

const IRREGULAR: Readonly<Record<string, string>> = {
  buy: 'bought', cut: 'cut', give: 'given', hold: 'held', leave: 'left', lend: 'lent', make: 'made', new: 'added', pay: 'paid', put: 'put', sell: 'sold',
  send: 'sent', set: 'set', take: 'taken', withdraw: 'withdrawn', write: 'written', freeze: 'frozen', unfreeze: 'unfrozen', begin: 'begun', hide: 'hidden', reset: 'reset', shut: 'shut',
  topup: 'topped up', pickup: 'picked up', undo: 'undone', rebook: 'rebooked', bring: 'brought', let: 'let', run: 'run',
}; // prettier-ignore
const DOUBLED =
  /^(?:ban|cancel|chat|drop|flag|log|pin|plan|refer|ship|stop|submit|swap|tag|transfer|transmit|unpin|untag|admit|step|pat)$/;

function participle(verb: string): string {
  const irregular = IRREGULAR[verb];
  if (irregular !== undefined) return irregular;
  if (DOUBLED.test(verb)) return `${verb}${verb.at(-1) ?? ''}ed`;
  if (verb.endsWith('e')) return `${verb}d`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}
