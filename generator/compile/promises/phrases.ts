// Parts of regular expressions that several kinds of conditions share.

/** Matches a refusal, such as "Fails" or "The request is rejected". */
export const REFUSED = String.raw`(?:it |this |the (?:call|request|tool|operation) )?(?:fails|errors(?: out)?|is (?:refused|rejected|denied)|returns an error|throws(?: an error)?|will fail|will be (?:refused|rejected)|refused|rejected|is not (?:allowed|possible)|not (?:allowed|possible))`;

export const CANNOT = String.raw`(?:cannot|can't|can not|may not|must not|is not allowed to|are not allowed to) (?:be )?\w+(?: (?:again|any ?more|any longer|twice))?`;
export const CAN = String.raw`(?:can|may)(?: still)? be \w+(?:(?: or|,) \w+)*|(?:can|may) (?!be )\w+(?: \w+){0,4}|accepts? \w+(?: \w+)?|(?:are|is) \w+able`;
