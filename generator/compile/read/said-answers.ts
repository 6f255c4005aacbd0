// Turns an API document's texts about responses into sentences of the tool's description: the order of the rows, and
// when a call is refused.
import type { PoolTool } from '../../pool/pool-tool.ts';
import { saidOrder, untoldOrder } from './said-order.ts';

const VERB =
  /\b(?:is|are|was|were|has|have|does|do|exists?|exceeds?|overlaps?|belongs?|contains?|conflicts?|lacks?)\b/i;
const STATE = /^(?:not|already|still|no longer) /i;
const TAKEN = /^(?:the |an? )?([\w -]+?),? (?:already )?(in use|taken|used|registered)$/i;

/** Returns a text such as "Not booked" or "A pitch with this number exists" as a sentence. */
function refusal(text: string): string {
  const said = text.replace(/[.\s]+$/, '');
  const plain = /^[A-Z][a-z]/.test(said) ? `${said.charAt(0).toLowerCase()}${said.slice(1)}` : said;
  if (/^(?:if|when) /.test(plain)) return `Fails ${plain}.`;
  if (STATE.test(plain)) return `Fails if it is ${plain}.`;
  const taken = VERB.test(plain) ? null : TAKEN.exec(plain);
  if (taken !== null) return `Fails if the ${taken[1] ?? ''} is already ${taken[2] ?? ''}.`;
  return VERB.test(plain) ? `Fails if ${plain}.` : `Fails: ${plain}.`;
}

/** Returns the description of a tool, and the sentences about its answers. */
export function describedBy({ description, hints }: PoolTool): string {
  const { success = '', refused = [] } = hints?.answers ?? {};
  const isOrdered = saidOrder(success) !== undefined || untoldOrder(success) !== undefined;
  const said = [...(isOrdered ? [`${success.replace(/\.$/, '')}.`] : []), ...refused.map(refusal)];
  return said.length === 0 ? description : [description.replace(/(?<=\w)$/, '.'), ...said].join(' ').trim();
}
