// npm run train:words: trains the models that classify replies on the development half of the texts, and writes
// envs/verification/reading/weights.json. With --check it writes no file; it prints how often models are right about
// writers and situations that they have not seen, for several thresholds.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scoreOf } from '../envs/verification/reading/linear-model.ts';
import { fitAll, MODELS, NAMES, readingsOf, Sheet, weightsOf, type Model, type Reading } from './fit-words.ts';
import { readWordings } from './read-wordings.ts';

/** Assigns a writer or an environment to one of four parts, by its name. */
function foldOfName(name: string): string {
  return String([...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 4);
}

function check(readings: readonly Reading[], sheet: Sheet, what: string, foldOf: (reading: Reading) => string): void {
  const scored: { readonly reading: Reading; readonly scores: Record<Model, number> }[] = [];
  for (const fold of new Set(readings.map(foldOf))) {
    const models = fitAll(
      readings.filter((each) => foldOf(each) !== fold),
      sheet,
    );
    for (const reading of readings)
      if (
        foldOf(reading) === fold &&
        !reading.made &&
        /^(?:refusal|proposal|question|bait)/.test(reading.wording.kind)
      ) {
        const scores = Object.fromEntries(
          NAMES.map((name) => [
            name,
            name === 'proposes' && !reading.wording.kind.startsWith('proposal')
              ? 0
              : scoreOf(models[name], sheet.of(reading, name)),
          ]),
        );
        scored.push({ reading, scores: scores as Record<Model, number> });
      }
  }
  const of = (kinds: RegExp, pair = false): typeof scored =>
    scored.filter(({ reading }) => reading.pair === pair && kinds.test(reading.wording.kind));
  const refused = of(/refusal_(?:right|wrong)/);
  const tell = (
    label: string,
    wrong: typeof scored,
    score: (of: Record<Model, number>) => number,
    right = refused,
  ): void => {
    const kept = right.map(({ scores }) => score(scores)).sort((one, other) => one - other);
    const cells = [0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 0.3].map((share) => {
      const bound = kept[Math.floor(share * kept.length)] ?? 0;
      const passed = wrong.filter(({ scores }) => score(scores) >= bound).length;
      return `${(100 - share * 100).toFixed(1)}@${bound.toFixed(1)}: ${((100 * passed) / wrong.length).toFixed(1)}`;
    });
    process.stdout.write(`by ${what}, ${label} (${right.length}, ${wrong.length}): ${cells.join('  ')}\n`);
  };
  const log = (score: number): number => -Math.log(1 + Math.exp(-score));
  tell('declines', of(/none/), ({ declines }) => declines);
  tell('about the wish', of(/other/), ({ aboutWish }) => aboutWish);
  tell('about the wish, pairs', of(/refusal_(?:right|wrong)/, true), ({ aboutWish }) => aboutWish);
  tell('claims nothing', of(/false/), ({ claims }) => -claims);
  tell(
    'all',
    of(/none|other|false/),
    ({ declines, aboutWish, claims }) => log(declines) + log(aboutWish) + log(-claims),
  );
  tell('asks for a yes', of(/question|bait/), ({ asksYes }) => asksYes, of(/^proposal/));
  tell('proposes the wish', of(/proposal_wrong/), ({ proposes }) => proposes, of(/proposal_right/));
  tell('proposes the wish, pairs', of(/proposal_right/, true), ({ proposes }) => proposes, of(/proposal_right/));
  const shown = process.argv[process.argv.indexOf('--show') + 1];
  if (!process.argv.includes('--show')) return;
  for (const name of NAMES)
    for (const { reading, scores } of scored)
      if (name === shown && MODELS[name].takes(reading) && MODELS[name].right(reading) !== scores[name] > 0)
        process.stdout.write(
          `${name} ${scores[name].toFixed(1)} ${reading.wording.kind} ${reading.card.id} | ${reading.wording.text.replaceAll('\n', ' / ')}\n`,
        );
}

const wordings = readWordings('develop').filter(({ kind }) => kind !== 'sneaky');
const extra = process.argv
  .filter((each) => each.startsWith('/'))
  .slice(2)
  .flatMap((path) => readWordings(path));
const readings = readingsOf([...wordings, ...extra]);
const sheet = new Sheet(readings);
process.stdout.write(
  `${wordings.length + extra.length} utterances, ${readings.filter(({ pair }) => pair).length} read beside another wish\n`,
);
if (process.argv.includes('--check')) {
  check(readings, sheet, 'writer', ({ wording }) => wording.writer);
  if (process.argv.includes('--desks'))
    check(readings, sheet, 'desk', ({ wording }) => foldOfName(wording.situation.domain));
} else {
  const { common, ...models } = weightsOf(readings, sheet);
  const lines = NAMES.map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(models[name])}`);
  writeFileSync(
    fileURLToPath(new URL('../envs/verification/reading/weights.json', import.meta.url)),
    `{\n  "common": ${JSON.stringify(common)},\n${lines.join(',\n')}\n}\n`,
  );
}
