// Finds times of day in a text: 11:00, 11 am, 9.30, half past nine, eleven o'clock, noon. If neither am nor pm is said,
// the time may be either.
import { remembered } from './remembered.ts';

export interface SaidTime {
  /** Minutes since midnight. Below 720 (12 hours) if the text does not say whether it means am or pm. */
  readonly minutes: number;
  readonly half: 'am' | 'pm' | undefined;
  readonly start: number;
  readonly end: number;
}

const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const HOUR = `(?<word>${HOURS.join('|')})`;
const HALF = String.raw`(?:\s?(?<half>[ap])\.?m\b\.?|\s?(?<part>in the morning|in the afternoon|in the evening|at night))`;
const PATTERNS: readonly RegExp[] = [
  // this pattern comes first, because "half past six in the morning" contains "six in the morning"
  new RegExp(
    String.raw`\b(?<to>half past|half|(?:a )?quarter past|(?:a )?quarter to|(?:five|ten|twenty|twenty[- ]five) (?:past|to)) (?:${HOUR}|(?<hour>\d{1,2})(?![\d:.]))(?! (?:of|an?|the|price|hours?|dozen)\b)(?:${HALF})?`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<![\d:$€£.])(?<hour>\d{1,2})[:.h](?<minute>\d\d)(?!\d)(?:${HALF})?(?! ?(?:dollars|usd|gb))`,
    'giu',
  ),
  new RegExp(String.raw`(?<![\d:$€£.,])(?<hour>\d{1,2})${HALF}`, 'giu'),
  new RegExp(
    String.raw`(?<!\p{L})(?:${HOUR}|(?<![\d:.])(?<hour>\d{1,2})(?= ?o['’]?clock))(?: ?o['’]?clock|(?= (?:in the|[ap]\.?m\b)))(?:${HALF})?`,
    'giu',
  ),
  new RegExp(
    String.raw`\b(?:at|from) ${HOUR}(?: (?<tens>thirty|fifteen|forty-five))?(?= |[.,;?!]|$)(?! (?:of|gb|dollars))(?:${HALF})?`,
    'giu',
  ),
  /\b(?<noon>noon|midday)\b/giu,
];

export const timesSaid: (text: string) => readonly SaidTime[] = remembered(readTimes);

function readTimes(text: string): SaidTime[] {
  const found: SaidTime[] = [];
  for (const pattern of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const { hour, minute, word, to, tens, noon, half, part } = match.groups ?? {};
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((each) => start < each.end && end > each.start)) continue;
      let hours =
        noon === undefined ? (hour === undefined ? HOURS.indexOf((word ?? '').toLowerCase()) + 1 : Number(hour)) : 12;
      let minutes = Number(minute ?? 0);
      if (to !== undefined) {
        const past = minutesOf(to);
        [hours, minutes] = / to$/i.test(to) ? [hours - 1, 60 - past] : [hours, past];
      }
      if (tens !== undefined) minutes = { thirty: 30, fifteen: 15, 'forty-five': 45 }[tens.toLowerCase()] ?? 0;
      if (hours > 24 || minutes > 59) continue;
      const said =
        half === undefined
          ? part === undefined
            ? undefined
            : /morning/i.test(part)
              ? 'am'
              : 'pm'
          : half.toLowerCase() === 'a'
            ? 'am'
            : 'pm';
      found.push({
        minutes: hours * 60 + minutes,
        half: noon !== undefined || hours > 12 ? 'pm' : said,
        start,
        end,
      });
    }
  return found.sort((one, other) => one.start - other.start);
}

/** Returns the minutes in phrases such as "ten past" or "a quarter to". */
function minutesOf(phrase: string): number {
  if (/half/i.test(phrase)) return 30;
  if (/quarter/i.test(phrase)) return 15;
  return /twenty[- ]five/i.test(phrase) ? 25 : /twenty/i.test(phrase) ? 20 : /ten/i.test(phrase) ? 10 : 5;
}

/** Tells whether a time in a text can be the time written as HH:MM. Without am or pm, either half of the day fits. */
export function isTime({ minutes, half }: SaidTime, written: string): boolean {
  const [hour = 0, minute = 0] = written.split(':').map(Number);
  const wanted = hour * 60 + minute;
  if (minutes % 720 !== wanted % 720) return false;
  return half === undefined || (half === 'pm') === wanted >= 720;
}
