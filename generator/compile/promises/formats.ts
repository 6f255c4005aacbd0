// Finds forms of dates and times, such as HH:MM, that only the description states. The program refuses a value of
// another form.
import { fieldFormat, LOOSE, saidCase, saidForm } from '../../fields/said-format.ts';
import { timeForm } from '../../fields/time-form.ts';
import { saidOfArgument } from '../read/said-of-argument.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Match } from '../readings/reading.ts';
import { argument, hasOtherThan, notOfForm, unlike } from '../programs/sql.ts';
import { roleOf, type PromiseRule, type Promised } from './promise.ts';

/** Tells whether a sentence only describes the form of an argument, and the program checks this form. */
export function saysForm(sentence: string, tool: ToolFacts, match: Match): boolean {
  const said = saidOfArgument(
    sentence,
    tool.arguments.map(({ field }) => field.name),
  );
  // if the sentence also says that the value cannot be changed, it is true only of a key, because programs change no
  // key
  return (
    said !== undefined &&
    (!said.fixed || match.arguments.some(({ place, role }) => place === said.name && role === 'key'))
  );
}

export const formatsRule: PromiseRule = {
  kind: 'format',
  about: 'A date, a moment or an address whose form only prose tells.',
  examples: [
    ['Due date (ISO 8601 format)', 'date-time'],
    ['Start date (YYYY-MM-DD format, date only)', 'date'],
    ['Start of the visit, HH:MM', 'time'],
    ['Currency as ISO 4217 code', 'a currency code of three capital letters, such as EUR'],
    ['Month as YYYY-MM', 'a month in the form YYYY-MM'],
  ],
  nevers: ['The day of the visit', 'ISO 8601 date or a phrase such as "tomorrow"', 'YYYY-MM-DD or YYYY-MM'],
  reads: (text) => saidForm(text)?.called ?? fieldFormat({ type: 'string', description: text }),
  find(tool, match) {
    return tool.arguments.flatMap((node): Promised[] => {
      const { field } = node;
      if (node.kind !== 'scalar' || field.type !== 'text' || field.choices.length > 0) return [];
      const form = saidCase(field.description);
      if (form !== undefined)
        return [
          {
            kind: 'guard',
            when: hasOtherThan(argument([field.name]), form.letters),
            says: `${field.name} must be ${form.called}.`,
          },
        ];
      const short = field.schema['format'] === undefined ? saidForm(field.description) : undefined;
      if (short !== undefined)
        return [
          {
            kind: 'guard',
            when: unlike(argument([field.name]), short.globs),
            says: `${field.name} must be ${short.called}.`,
          },
        ];
      const bound = roleOf(match, node) === 'range' ? timeForm(field.schema, field.description) : undefined;
      const format =
        fieldFormat({ type: 'string', description: field.description }) ??
        (field.schema['format'] === undefined && bound !== undefined && !LOOSE.test(field.description)
          ? BOUNDS[bound]
          : undefined);
      if (format === undefined) return [];
      return [
        {
          kind: 'guard',
          when: notOfForm(argument([field.name]), format),
          says: `${field.name} must be ${FORMS[format] ?? format}.`,
        },
      ];
    });
  },
};

/** The schema format for each kind of example that a description can give for a bound. */
const BOUNDS = { day: 'date', moment: 'date-time' } as const;

const FORMS: Readonly<Record<string, string>> = {
  'date-time': 'a moment or a day in the form of ISO 8601, such as 2031-05-02T10:00:00Z',
  date: 'a day in the form YYYY-MM-DD',
  time: 'a time in the form HH:MM',
};
