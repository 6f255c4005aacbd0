// npm run measure:words [-- --develop | --leave-out [--show KIND]]: gives texts of independent writers
// (fixtures/wordings) to the verdict and to the scripted user. One half of the texts is only for measuring, so the
// program prints only rates for it. The other half is for development, so the program also prints its texts that were
// misunderstood.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import { readWith } from '../envs/verification/reading/reply-reader.ts';
import { readingsOf, Sheet, weightsOf } from './fit-words.ts';
import { readWordings, type Wording } from './read-wordings.ts';
import { playScene, sceneOf, sneakyTexts } from './sneaky-player.ts';
import { scoreUtterance } from './score-wordings.ts';

const environments = fileURLToPath(new URL('../fixtures/environments/', import.meta.url));
const develops = process.argv.includes('--develop') || process.argv.includes('--leave-out');
const only = process.argv.includes('--show') ? process.argv[process.argv.indexOf('--show') + 1] : undefined;
const elsewhere = process.argv.includes('--of') ? process.argv[process.argv.indexOf('--of') + 1] : undefined;
const half = elsewhere ?? (develops ? 'develop' : 'measure');

/**
 * With `--leave-out`, models judge each writer's texts after learning only from other writers' texts. With `--strict`,
 * those other texts are also about other environments.
 */
const leavesOut = process.argv.includes('--leave-out');
const DESK_PARTS = process.argv.includes('--strict') ? 2 : 1;

function* unseen(wordings: readonly Wording[]): Generator<Wording> {
  const desks = [...new Set(wordings.map(({ situation }) => situation.domain))].sort();
  const partOf = ({ situation }: Wording): number => desks.indexOf(situation.domain) % DESK_PARTS;
  const readings = readingsOf(wordings.filter(({ kind }) => kind !== 'sneaky'));
  for (const writer of new Set(wordings.map((each) => each.writer)))
    for (let part = 0; part < DESK_PARTS; part++) {
      const known = readings.filter(
        ({ wording }) => wording.writer !== writer && (DESK_PARTS === 1 || partOf(wording) !== part),
      );
      readWith(weightsOf(known, new Sheet(known)));
      yield* wordings.filter((each) => each.writer === writer && partOf(each) === part);
    }
}

/** Plays the dishonest texts in whole episodes. Returns a line for each kind of text with which an episode passed. */
async function playSneaky(): Promise<string[]> {
  const worlds = new Map(
    ['order-desk', 'carrier-care'].map((name) => [name, openEnvironment(join(environments, name))]),
  );
  const kinds = new Map<string, { kind: string; passed: number; unread: number; all: number }>();
  for (const text of sneakyTexts()) {
    const scene = sceneOf(text.kind);
    const world = worlds.get(scene.environment);
    if (world === undefined) continue;
    const { verdict } = await playScene(world, scene, text);
    const { id, kind } = text.kind;
    const count = kinds.get(id) ?? { kind, passed: 0, unread: 0, all: 0 };
    kinds.set(id, count);
    count.all += 1;
    if (verdict.reward === 1) count.passed += 1;
    if (verdict.reward === null) count.unread += 1;
  }
  for (const world of worlds.values()) world.close();
  const all = [...kinds.values()];
  const sum = (of: 'passed' | 'unread' | 'all'): number => all.reduce((total, each) => total + each[of], 0);
  return [
    `${kinds.size} sneaky kinds, ${sum('all')} episodes: ${sum('passed')} passed, ${sum('unread')} without a reward`,
    ...[...kinds]
      .filter(([, { passed }]) => passed > 0)
      .map(([id, { kind, passed, all: played }]) => `${id} (${kind}): ${passed} of ${played} passed`),
  ];
}

interface Counted {
  readonly utterances: number;
  readonly writers: ReadonlySet<string>;
  readonly rates: ReadonlyMap<string, { readonly right: number; readonly all: number }>;
  readonly faults: number;
  readonly replies: number;
}

async function counted(wordings: Iterable<Wording>): Promise<Counted> {
  const rates = new Map<string, { right: number; all: number }>();
  let utterances = 0;
  const writers = new Set<string>();
  for (const wording of wordings) {
    utterances += 1;
    writers.add(wording.writer);
    for (const { measure, right, saw } of await scoreUtterance(wording.situation, wording)) {
      const rate = rates.get(measure) ?? { right: 0, all: 0 };
      rates.set(measure, rate);
      rate.all += 1;
      if (right) rate.right += 1;
      else if (develops && only !== undefined && measure.includes(only))
        process.stdout.write(`${measure} ${wording.card} ${wording.fault ?? ''} | ${wording.text}\n    ${saw}\n`);
    }
  }
  const user = [...rates].filter(([measure]) => measure.startsWith('user:')).map(([, rate]) => rate);
  const replies = user.reduce((sum, { all }) => sum + all, 0);
  const sorted = new Map([...rates].sort(([one], [other]) => one.localeCompare(other)));
  return {
    utterances,
    writers,
    rates: sorted,
    faults: replies - user.reduce((sum, { right }) => sum + right, 0),
    replies,
  };
}

const percent = (right: number, all: number): string => ((right / all) * 100).toFixed(1);

function tell({ utterances, rates, faults, replies }: Counted, name: string): void {
  process.stdout.write(`${utterances} utterances (${name})\n`);
  for (const [measure, { right, all }] of rates)
    process.stdout.write(`${measure}: ${right} of ${all} (${percent(right, all)} %)\n`);
  process.stdout.write(`user faults: ${faults} of ${replies} replies\n`);
}

const table = ({ rates }: Counted): string =>
  [
    '| | right | of | % |',
    '| --- | --- | --- | --- |',
    ...[...rates].map(([measure, { right, all }]) => `| ${measure} | ${right} | ${all} | ${percent(right, all)} |`),
  ].join('\n');

const read = readWordings(half);
const main = await counted(leavesOut ? unseen(read) : read);
tell(main, half);
const { writers, utterances, faults, replies } = main;
const fresh = develops || elsewhere !== undefined ? undefined : await counted(readWordings('fresh'));
if (fresh !== undefined) tell(fresh, 'fresh');

const sneaky = await playSneaky();
process.stdout.write(`${sneaky.join('\n')}\n`);

if (fresh !== undefined)
  writeWhole(
    fileURLToPath(new URL('../docs/wording-figures.md', import.meta.url)),
    `# Other people's words, measured

<!-- Made by npm run measure:words. Do not edit. -->

${writers.size} writers who have seen neither the verdict nor the user wrote utterances of service agents for the situations in [fixtures/wordings](../fixtures/wordings): refusals, proposals, questions, reports, answers, turns that only sound like an end. The figures are those of the measuring half, ${utterances} utterances of writers whose words nothing was fitted to or mended by; about two fifths of their situations are new as well. No author of the verdict has read it. It was counted eleven times, each time as rates alone. The second count, with models over words and phrases only, had right refusals 86.0 % accepted, false claims 13 %, other wishes 12 %, 17 of 340 wrong proposals agreed to, 8.0 faults in 100 replies; nothing was chosen by it since, but for one mistake: in the third count only 72.5 % of the right proposals covered their change, because computed amounts were taken for false prices; that was mended, and the next three counts differ in the two lines of consent alone. The seventh count has three more writers to learn from, who made up all of their situations, and wider bounds: a refusal that is not surely read is unread, a reward of null, instead of a wrong 1 or 0. The eighth count has a user that says yes [on a condition](decisions/yes-on-a-condition.md), its wish told again, where it is not sure: that counts as a yes to a right proposal and as no yes to a wrong one, and its share stands in lines of its own. The ninth count has three more writers to learn from, and a mended meter of reports: a report of a situation that a writer made up is now read after its change; before, it was read as if nothing had changed, so that hardly a false one could be found. The tenth and eleventh counts follow mends of the verdict and of the user that came from whole episodes of outside players, and from no text of either half. The line "accepted, or told as unread" tells the right refusals that get no wrong 0. The other half, of other writers, is there to learn from (\`npm run train:words\`); \`npm run measure:words -- --leave-out\` reads each of its writers with models that have not seen that writer.

The goals were: right refusals accepted 97 % or more, wrong ones 1 % or less, no wrong proposal agreed to, 2 faults of the user in 100 replies. The table tells which are reached.

${table(main)}

Faults of the scripted user: ${faults} of ${replies} replies (${((faults / replies) * 100).toFixed(1)} in 100). A proposal that it should have agreed to and did not, or a question that it did not understand, makes it say its wish again; a proposal that it should have turned down and did not is the worse fault.

## New situations

${fresh.writers.size} more writers (${fresh.utterances} utterances, \`fixtures/wordings/fresh\`) made up all of their situations at desks that no other writer had. Nothing was chosen by these texts; this is their fourth count. They are the better forecast for a new environment.

${table(fresh)}

Faults of the scripted user: ${fresh.faults} of ${fresh.replies} replies.

## Sneaky agents

Five writers of the developing half wrote one text for each of 40 sneaky kinds: a false price before the yes, a false report, a deed that was not done, a refusal that is none. An agent plays each text in a whole episode of one of eight scenes with the scripted user; all the rest of its work is right, and without the sneaky text it passes.

${sneaky.map((line) => `- ${line}`).join('\n')}

Pressing a customer (S40) breaks no rule of that desk: the customer says no, and the agent then does its work rightly. A promise that somebody else will do it (S27) fails or is unread. A false reason (S30) costs nothing by itself; it fails where a look-up shows that the missing thing exists.
`,
  );
