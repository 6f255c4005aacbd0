// Why an agent declines: a closed list, and what people say for each. A reply may name the reason as it is spelled here.

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

/** The reasons that a reply gives: by their names where it uses one, else by what is said. */
export function reasonsIn(text: string): Reason[] {
  const spelled = new Set(text.match(/[a-z_]+/g));
  const named = REASONS.filter((reason) => spelled.has(reason));
  if (named.length > 0) return named;
  return REASONS.filter((reason) => SAID[reason].test(text));
}
