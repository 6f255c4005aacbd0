// npm run measure:words [-- --develop [KIND]]: other people's wordings (fixtures/wordings) read by the verdict and heard by
// the scripted user. On the measuring half it prints rates alone; texts that went wrong are shown of the developing half.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeWhole } from '../envs/folder/environment-folder.ts';
import { scoreUtterance, type Card, type Utterance } from './score-wordings.ts';

const root = fileURLToPath(new URL('../fixtures/wordings/', import.meta.url));
const develops = process.argv.includes('--develop');
const only = process.argv[process.argv.indexOf('--develop') + 1];
const half = develops ? 'develop' : 'measure';

const { cards } = JSON.parse(readFileSync(join(root, 'cards.json'), 'utf8')) as { cards: Card[] };
const known = new Map(cards.map((card) => [card.id, card]));
const rates = new Map<string, { right: number; all: number }>();
let utterances = 0;
for (const file of readdirSync(join(root, half)).sort())
  for (const line of readFileSync(join(root, half, file), 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const utterance = JSON.parse(line) as Utterance;
    const card = known.get(utterance.card);
    if (card === undefined) continue;
    utterances += 1;
    for (const { measure, right, saw } of await scoreUtterance(card, utterance)) {
      const rate = rates.get(measure) ?? { right: 0, all: 0 };
      rates.set(measure, rate);
      rate.all += 1;
      if (right) rate.right += 1;
      else if (develops && only !== undefined && measure.includes(only))
        process.stdout.write(`${measure} ${utterance.card} ${utterance.fault ?? ''} | ${utterance.text}\n    ${saw}\n`);
    }
  }
process.stdout.write(`${utterances} utterances (${half})\n`);
let [faults, replies] = [0, 0];
for (const [measure, { right, all }] of [...rates].sort(([one], [other]) => one.localeCompare(other))) {
  process.stdout.write(`${measure}: ${right} of ${all} (${((right / all) * 100).toFixed(1)} %)\n`);
  if (!measure.startsWith('user:')) continue;
  faults += all - right;
  replies += all;
}
process.stdout.write(`user faults: ${faults} of ${replies} replies\n`);

if (!develops)
  writeWhole(
    fileURLToPath(new URL('../docs/wording-figures.md', import.meta.url)),
    `# Other people's words, measured

<!-- Made by npm run measure:words. Do not edit. -->

Five writers who have seen neither the verdict nor the user wrote utterances of service agents for the situations in [fixtures/wordings](../fixtures/wordings): refusals, proposals, questions, reports, answers, turns that only sound like an end. The digest of its text puts each into one of two halves. The figures are those of the measuring half, ${utterances} utterances, which nobody reads while anything is mended; the other half is there to learn from (\`npm run measure:words -- --develop\`), and its figures are better.

| | right | of | % |
| --- | --- | --- | --- |
${[...rates]
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([measure, { right, all }]) => `| ${measure} | ${right} | ${all} | ${((right / all) * 100).toFixed(1)} |`)
  .join('\n')}

Faults of the scripted user: ${faults} of ${replies} replies (${((faults / replies) * 100).toFixed(1)} in 100). A proposal that it should have agreed to and did not, or a question that it did not understand, makes it say its wish again; a proposal that it should have turned down and did not is the worse fault.
`,
  );
