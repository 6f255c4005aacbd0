// Gives a person one line of advice about a flagged tool: a wording that the compiler understands, or the part of
// overrides.json that settles the doubt.

interface Way {
  /** Matches the flags that the advice is for. $1 and $2 in the advice stand for the groups of the pattern. */
  readonly flag: RegExp;
  readonly advice: string;
}

const PROGRAM = 'write its program under tools in overrides.json';

const WAYS: readonly Way[] = [
  {
    flag: /^nothing keeps "(?:sets?|marks?|puts?|moves?|changes?|its (?:status|state))\b/i,
    advice: `say "and sets it to STATE" with a state that an argument lists, or ${PROGRAM}`,
  },
  {
    flag: /^nothing keeps "[^"]*\b(?:fails?|cannot|can't|can|may|must|only|rejected|refused|unless|not allowed)\b/i,
    advice: `say "Fails if it is STATE." or "Only STATE ones can be changed." with a state that an argument lists, or ${PROGRAM}`,
  },
  {
    flag: /^nothing keeps (?:that it must be (\w+)|"(\w+)" in )/,
    advice: `list $1$2 among the states of an argument or a result, or add a tool that leads to it`,
  },
  {
    flag: /^nothing keeps /,
    advice: `leave the sentence out where it is only a remark, or ${PROGRAM}`,
  },
  {
    flag: /^nothing tells what (?:the verb (\w+)|it) does/,
    advice:
      'begin the name with a verb such as create, get, list, update or delete, or say "Sets the status of it to STATE."',
  },
  {
    flag: /^nothing tells what (\S+) does, which is /,
    advice: 'leave the default out, or describe $1 as a column of the rows ("filter by …")',
  },
  {
    flag: /^nothing tells what ([\w.]+)(?:, [\w., ]+)? does\b/,
    advice: `describe $1 as a value of the row ("The … of the …"), make it optional, or name it under shapes in overrides.json`,
  },
  {
    flag: /^nothing tells what (\w+): (\w+) would say/,
    advice: 'give an example of $2 in its description ("e.g. …"), or rows of $1 in rows.jsonl',
  },
  {
    flag: /^nothing tells (?:the order in|which rows ")/,
    advice: 'say "sorted by COLUMN" or "newest first", with a column that some tool gives or shows',
  },
  {
    flag: /^nothing tells which rows are (\S+)/,
    advice: 'list $1 among the states of an argument or a result, or add an argument that asks for them',
  },
  {
    flag: /^no thing is called (.+)/,
    advice: 'add a tool that creates or lists $1, or name its key under things in overrides.json',
  },
  {
    flag: /^no thing has (\w+)(?:, \w+)* as its key/,
    advice: 'call it NOUN_id, or name $1 as the key of its noun under things in overrides.json',
  },
  { flag: /^it promises the (.+), which nothing tells/, advice: 'declare the result, or add a tool that gives the $1' },
  { flag: /^no tool tells what (.+) is made of/, advice: 'declare the result, or add a tool that creates $1' },
  {
    flag: /^no tool tells whether (.+) has one (.+) or many/,
    advice: 'add a tool that lists the $2 rows of $1, or one that removes such a pair',
  },
  { flag: /^no tool makes or shows (.+)/, advice: 'add a tool that lists or creates $1' },
  { flag: /^no (.+?) has (.+?)(?:;|$)/, advice: 'add $2 to a tool that creates or shows a $1' },
  {
    flag: /^(.+) of (.+) is not among its arguments/,
    advice: 'name the tool by its noun alone (update_NOUN), or add the argument',
  },
  { flag: /^it may be (\w+) /, advice: `choose one under tools in overrides.json: {"reading": "$1"}` },
  {
    flag: /^check caught it at visible: it writes (\w+)/,
    advice: 'add a tool that lists or shows the $1',
  },
  { flag: /^(.+) is no thing$/, advice: 'declare the result, or add a tool that lists or creates each $1' },
  { flag: /^(?:check caught it|a fault of callgym)/, advice: `${PROGRAM}; and please report the tool list` },
];

const OTHERWISE = `declare its result and describe its arguments, or ${PROGRAM}`;

export function wayOn(flag: string): string {
  for (const { flag: pattern, advice } of WAYS) {
    const found = pattern.exec(flag);
    if (found !== null) return advice.replaceAll(/\$(\d)/g, (_whole, at: string) => found[Number(at)] ?? '');
  }
  return OTHERWISE;
}
