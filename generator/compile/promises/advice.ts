// Recognizes sentences of advice to the agent: when to call a tool, which tool to call first, or which person to ask.
// The compiler skips these sentences, because they say nothing about rows.
const OPENS =
  /^(?:please\s+|important:?\s+|notes?:?\s+|tip:?\s+|hint:?\s+|warning:?\s+)*(?:use|call|prefer|choose|run|see|refer|consider|avoid|ask|do not (?:use|call)|don't (?:use|call)|(?:never|always|only|first|just) (?:use|call|invoke|run)|always ask|you (?:can|should|must|may|need to) (?:use|call|first)|this tool (?:is|can be|should|must)|when to use|when you (?:want|need|have)|if you (?:want|need|have|do not|don't|only)|recommended|for (?:more|details|examples?)|example|e\.g\.|useful|ideal|helpful|best for|first call|typically|usually|make sure|ensure|be (?:sure|careful)|remember)\b/i;
const INSIDE = [
  /\bllms?\b/i,
  /\b(?:asks?|wants?|needs?) (?:you )?to\b/i,
  /\b(?:user|human|person) (?:asks|wants|requests|says|has (?:confirmed|agreed|approved)|confirms|agrees|approves)\b/i,
  /\b(?:ask|check with|confirm with|verify with|tell|warn|inform) the (?:user|human|person)\b/i,
  /\b(?:should|must|can|may|needs? to|has to|is meant to) (?:first |also |only |always |never |not )?be (?:called|used|invoked|run)\b/i,
  /\b(?:call|use|run) this tool\b|\bshould be \w+ first\b|^do not\b/i,
  /\b(?:displayed|shown|specified|requested|mentioned) (?:by|to) the user\b/i,
  /^(?:tip|hint):? (?:to|if|when|for) .*\b(?:set|use|call|pass|give|send) /i,
  /\b(?:before|after|instead of|prior to|without|rather than) (?:calling|using|invoking|running)\b/i,
  /\b(?:use|call|see|try|via|with|from|prefer) (?:the )?[`'"]?[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+[`'"]?(?: tool| first| instead| to\b|[ ,.;)]|$)/i,
];

export const isAdvice = (sentence: string): boolean =>
  OPENS.test(sentence) || INSIDE.some((pattern) => pattern.test(sentence));
