// Checks the stories of an environment. Each tool, argument, rule, column and member that they name must exist. Each
// story must be playable for some row of its query. If it is not, check only warns, because other rows may allow it.
import { GymError } from '../../envs/errors/gym-error.ts';
import { makeRandom } from '../../envs/random.ts';
import type { Story } from '../../envs/values/story.ts';
import type { World } from '../../envs/world/world.ts';
import { Atlas } from '../tasks/atlas.ts';
import { Stage } from '../tasks/stage.ts';
import { evaluate, occasions } from '../tasks/stories/evaluate.ts';
import { occasionOf } from '../tasks/stories/occasion.ts';
import { ranOn } from '../tasks/stories/ran-on.ts';
import type { Asking } from '../tasks/who-asks.ts';
import type { Report } from './check-report.ts';
import { checkSpeech } from './check-speech.ts';
import { namesIn, StoryNames, type Fault } from './story-names.ts';

const FILE = 'stories.json';
/** The number of rows of a story's query with which the story is tried. */
const DRAWS = 12;

export function checkStories(world: World, report: Report): void {
  const { stories = [], speech } = world.environment;
  let sound = true;
  for (const story of stories) {
    const faults = storyFaults(world, story);
    for (const { where, what } of faults)
      report.expect(false, FILE, 'story', `"${story.name}"${where === '' ? '' : `, ${where}`}: ${what}`);
    if (faults.length === 0) report.expect(true, FILE, 'story', '');
    else sound = false;
  }
  const played = sound ? tryStories(world, stories, report) : [];
  if (speech !== undefined) checkSpeech(world, speech, played, report);
}

/** Returns the columns of a SELECT's rows, or the reason why the SELECT cannot be read. */
function columnsOf(world: World, sql: string): ReadonlySet<string> | string {
  try {
    const [row] = occasions(world, `SELECT * FROM (${sql}\n) LIMIT 1`, FILE);
    return new Set(Object.keys(row ?? {}));
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    return error.message;
  }
}

/** Lists the faults of a story: names that do not exist, and expressions or SELECTs that vetting refuses. */
export function storyFaults(world: World, story: Story): Fault[] {
  const own = columnsOf(world, story.rows);
  if (typeof own === 'string') return [{ where: 'rows', what: own }];
  // without a row the columns are unknown; `tryStories` then warns that the story cannot be played
  if (own.size === 0) return [];
  const faults: Fault[] = [];
  const book = story.people !== undefined && own.has(story.people.key) ? story.people : undefined;
  const people = book === undefined ? new Set<string>() : columnsOf(world, book.rows);
  if (typeof people === 'string') return [{ where: 'people', what: people }];
  const columns = new Set([...own, ...people]);
  const told = [...(story.who ?? []), ...(story.knows ?? [])];
  const list = [...columns].join(', ');
  for (const name of told)
    if (!columns.has(name)) faults.push({ where: 'knows', what: `rows has no column ${name}; it has ${list}` });
  const texts: [string, string, ReadonlySet<string>][] = [
    ...story.says.map((text): [string, string, ReadonlySet<string>] => ['says', text, columns]),
    ['wants', story.wants, columns],
    ...(story.takes ?? []).flatMap(({ says, wants }) =>
      [...says, wants].map((text): [string, string, ReadonlySet<string>] => ['takes', text, columns]),
    ),
  ];
  for (const [where, text, known] of texts)
    for (const [, name = ''] of text.matchAll(/\{([A-Za-z_]\w*)\}/g))
      if (!known.has(name) && !(where === 'takes' && name === 'it'))
        faults.push({ where, what: `{${name}} is no column of rows; it has ${list}` });
  const ways = book?.ways ?? [{ who: [], steps: [] }];
  for (const way of ways) {
    for (const name of way.who)
      if (!columns.has(name)) faults.push({ where: 'people', what: `the rows of people have no column ${name}` });
    const names = new StoryNames(world, [...told, ...way.who], (sql) => complaintOf(world, sql));
    names.steps([...way.steps, ...story.steps]);
    for (const give of story.gives ?? []) names.expression('gives', give.be);
    faults.push(...names.faults);
  }
  for (const { name } of story.setup ?? [])
    if (!world.tools.has(name)) faults.push({ where: 'setup', what: `there is no tool ${name}` });
  const seen = new Set<string>();
  return faults.filter(({ where, what }) => !seen.has(`${where} ${what}`) && seen.add(`${where} ${what}`));
}

/** Evaluates an expression with null for every name. Returns the error message, or undefined if it succeeds. */
function complaintOf(world: World, expression: string): string | undefined {
  try {
    evaluate(world, expression, new Map(namesIn(expression).map(({ name }) => [name, null])));
    return undefined;
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    return error.message;
  }
}

/**
 * Plays each story for some rows of its query until one works, and warns if none works. Returns the stories that work.
 */
function tryStories(world: World, stories: readonly Story[], report: Report): Asking[] {
  const ground = { atlas: new Atlas(world), stage: new Stage(world) };
  return stories.flatMap((story) => {
    const played = playedOn(ground, story);
    if (played !== undefined) return [played];
    report.warn(FILE, 'story', `"${story.name}" happens on none of ${DRAWS} occasions`);
    return [];
  });
}

/** Tells whether a story can be played for one of the drawn rows. */
export function storyHappens(world: World, story: Story): boolean {
  return playedOn({ atlas: new Atlas(world), stage: new Stage(world) }, story) !== undefined;
}

/** Plays a story for up to DRAWS drawn rows of its query, and returns the first play that works, or undefined. */
function playedOn(
  { atlas, stage }: { readonly atlas: Atlas; readonly stage: Stage },
  story: Story,
): Asking | undefined {
  for (let at = 0; at < DRAWS; at++) {
    const random = makeRandom(at, `story ${story.name}`);
    const ground = { atlas, stage, random, forbids: (): boolean => false };
    const occasion = occasionOf(ground, story);
    const run = occasion === undefined ? undefined : ranOn(ground, occasion, undefined);
    if (occasion === undefined || run === undefined) continue;
    return { story: occasion.story, facts: [], calls: run.calls, declines: [run.declined?.call ?? []].flat() };
  }
  return undefined;
}
