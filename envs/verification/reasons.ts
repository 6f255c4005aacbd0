// The complete list of reasons for which an agent may refuse, with phrases that people use for each. A reply may also
// contain the name of a reason as it is written here.

import { plainMarks } from '../words/clauses.ts';

export const REASONS = ['no_tool', 'missing_information', 'invalid_value', 'not_allowed', 'not_found'] as const;
export type Reason = (typeof REASONS)[number];

const SAID: Readonly<Record<Reason, RegExp>> = {
  no_tool:
    /\b(?:no (?:tools?|way|functions?|means) (?:to|for|that|which|of mine|available|can|could|does|here)|none of (?:my|the|our|these) (?:available )?(?:tools|functions)|(?:outside|out) of (?:what|the things) (?:i|my tools) can do|with (?:my|the) tools (?:i|we) (?:cannot|can't|can not)|(?:cannot|can't|can not|unable to|not able to) (?:do (?:that|this|it) )?with (?:my|the) tools|(?:don't|do not|doesn't|does not) have (?:a |any |the )?(?:tool|function|ability|means|option)|not (?:something|a thing) (?:that )?(?:i|we|my tools) can do|(?:isn't|is not|not) supported|beyond what (?:i|my tools) can do|my tools (?:don't|do not|cannot|can't))\b/i,
  missing_information:
    /\b(?:(?:without|missing|lack(?:ing)?) (?:the |that |your |this |some |needed |required )*(?:information|detail|details|data|number|id|e-?mail|name|address|date|value)|need (?:more|further) information|not enough information|(?:can(?:no|')t|could not|couldn't) (?:go on|proceed|continue) without)\b/i,
  invalid_value:
    /\b(?:(?:is|are|was)(?: not|n't) (?:a )?(?:valid|possible|an? (?:accepted|allowed) value)|invalid|not an accepted value|out of range|not among the (?:possible|allowed|valid)|must be (?:one of|between|at (?:least|most)))\b/i,
  not_allowed:
    /\b(?:not (?:allowed|permitted)|(?:isn't|aren't) (?:allowed|permitted)|against (?:the|our) (?:rules|policy)|(?:rules|policy) (?:do not|don't|does not|doesn't) (?:allow|permit)|not eligible|too late (?:to|for)|no longer possible|cannot be (?:changed|cancelled|done) (?:any more|anymore|now))\b/i,
  not_found:
    /\b(?:(?:does not|doesn't|do not|don't) exist|(?:could not|couldn't|can(?:no|')t|unable to) find|(?:was|were|is) not found|no such (?!tools?\b|functions?\b|options?\b|features?\b)|there is no (?!tools?\b|functions?\b|way\b|means\b)|there's no (?!tools?\b|functions?\b|way\b|means\b)|nothing is known of|not in (?:the|our) (?:system|records))\b/i,
};

/** Further phrases for each reason. They are less certain. */
const MORE: Readonly<Record<Reason, RegExp>> = {
  no_tool:
    /\b(?:(?:no|don't have|do not have|have not got|haven't got|without|lack) (?:an? |any |the )?(?:\w+ )?(?:access|function\w*|tools?|options?|button|facility|means|capability|ability|feature|way)(?: of| to| for| that| which| here| on|[,.])|(?:nothing|none|no \w+) (?:here|on my (?:end|side|screen)|of (?:it|mine|what i have)|i have|at my disposal|in my tool\w*|available to me)? ?(?:works|touches|prints?|posts?|does|lets|can|that|which|reach\w*|deal\w*|handl\w*)|(?:system|desk|tools?|assistant|toolset|interface) (?:has|have|offers?|provides?|includes?|does|do)(?:n't| not| no)|no (?:print|post|printing|mailing|firmware|rollback|downgrade)\w* from|can't touch|only (?:have )?(?:access|view|read|look)\w*|(?:all|only thing|everything) (?:i|my tools?) (?:can|am able to|know how to)|(?:my|the) (?:tools|system|remit|powers|abilities)[^.]{0,60}(?:do(?:es)? not|don't|doesn't|only|nothing|no )|not (?:within|among|part of|one of) (?:my|the|what|our)|isn't (?:a thing|something) (?:i'm|i am|i|we|my))\b/i,
  missing_information:
    /\b(?:(?:without|missing|lacking) (?:the |that |your |a |an |it\b|this |any )?(?:\w+ ){0,3}?(?:number|date|dob|birth|detail\w*|information|ref\w*|tracking|name|it|that|id)|(?:number|date|dob|detail|information|ref\w*|birth date|date of birth)(?: of birth)?(?:'s| is|'re| are)? (?:missing|needed|required|necessary|a must|mandatory|compulsory|essential|indispensable)|(?:need|require|must have|have to have|asked (?:for|twice))(?:s|d)? (?:to (?:know|have) )?(?:the |your |a |an |that |which )?(?:\w+ ){0,3}?(?:number|date|dob|birth|tracking|ref\w*|detail\w*|parcel|information)|nothing to (?:identify|go on|look|find)|can't (?:identify|look (?:it|up)|pull|locate|trace))\b/i,
  invalid_value:
    /\b(?:max(?:imum|es)?|minimum|at most|at the most|ceiling|caps?|capped|upper|limits?|limited|highest|largest|biggest|top end|tops? out|stops? at|range|ranges|between (?:[a-z$]*\d|\w+ and)|from \$?\d+|up to|goes? (?:up )?to|no (?:more|higher|further) than|nothing (?:above|over|beyond)|anything (?:above|over|beyond)|above|beyond|exceeds?|too (?:high|hot|much|large)|more than (?:the|it|that|a)|(?:not|n't) (?:accept|take|valid|possible|a valid)\w*)\b/i,
  not_allowed:
    /\b(?:polic(?:y|ies)|rules?|allow\w*|permit\w*|permission|max(?:imum)?|limits?|capped|caps?|ceiling|at most|up to|overdue|unpaid|outstanding|within (?:30|thirty)|(?:30|thirty)[- ]days?|window|deadline|expired|closed|passed|elapsed|already (?:been )?(?:renewed|extended)|(?:renewed|extended) (?:it )?twice|two renewals|twice|youth|under[- ]?(?:18|eighteen|age)|minors?|not eligible|ineligible|before (?:the|that|your) (?:\w+ )?(?:is|has been) (?:paid|settled)|until (?:the|that|it|your) (?:\w+ )?(?:is|has been|'s) (?:paid|settled|cleared)|(?:till|until) that's paid|entitled|prohibit\w*|forbid\w*)\b/i,
  not_found:
    /\b(?:no such|no (?:order|appointment|booking|record|trace|entry|sign|match)|nothing (?:there|under|by|on file|booked|with|for|like|matching|called|listed)|(?:isn't|is not|not|aren't|wasn't) (?:in|on) (?:the|our|my|your|file|record|there)|(?:doesn't|does not|don't|do not) (?:exist|match|know|recogni[sz]e|show|see|have (?:an?|any|that|it|such|you))|(?:can't|cannot|couldn't|unable to|not able to|failed to) (?:find|see|locate|trace)|unknown|never existed|came up (?:empty|blank)|comes up (?:empty|blank)|draw\w* a blank|isn't (?:one|any|there)|there's (?:none|nothing)|no .{0,30} exists)\b/i,
};

/**
 * Returns the reasons that a reply gives: those whose names it contains or, if it contains none, those whose phrases it
 * contains.
 */
export function reasonsIn(text: string): Reason[] {
  const spelled = new Set(text.match(/[a-z_]+/g));
  const named = REASONS.filter((reason) => spelled.has(reason));
  if (named.length > 0) return named;
  const plain = plainMarks(text);
  const sure = REASONS.filter((reason) => SAID[reason].test(plain));
  return sure.length > 0
    ? [...new Set([...sure, ...alike(sure, plain)])]
    : REASONS.filter((reason) => MORE[reason].test(plain));
}

/**
 * A limit may come from a rule or from a tool, and words rarely show which. If one of these two reasons is certain,
 * returns each of the two whose further phrases occur in the text.
 */
function alike(sure: readonly Reason[], text: string): Reason[] {
  return (['invalid_value', 'not_allowed'] as const).filter(
    (reason) => sure.some((each) => each === 'invalid_value' || each === 'not_allowed') && MORE[reason].test(text),
  );
}
