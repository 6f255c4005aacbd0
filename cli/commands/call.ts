// callgym call: makes calls in one session. Each JSON argument makes a call of the tool that is named before it; a tool
// name without JSON makes a call without arguments.
import { badInput } from '../../envs/errors/gym-error.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { asJson, parseJson, type Json } from '../../envs/values/json.ts';
import { AUDIENCES, type Audience } from '../../envs/values/tool-schema.ts';
import type { Command } from '../command.ts';
import { seedOption } from '../options.ts';
import { describeDiff } from '../../envs/words/describe-diff.ts';

export const callCommand: Command = {
  name: 'call',
  usage: 'call ENV TOOL JSON… [TOOL JSON…]',
  about: 'Makes calls in one session, one after another, and shows each result with the rows that it changed.',
  options: {
    by: { type: 'string', value: 'WHO', about: 'agent (default), user or control' },
    seed: { type: 'string', value: 'N', about: 'session seed (default 1)' },
  },
  examples: [
    'callgym call my-env get_note \'{"note_id": "n1"}\'',
    'callgym call my-env add_note \'{"title": "Milk"}\' list_notes \'{}\'',
  ],
  args: { least: 2 },
  run({ args, options, output }) {
    const [dir = '', ...rest] = args;
    const by = (options['by'] ?? 'agent') as Audience;
    if (!AUDIENCES.includes(by)) throw badInput({ path: '--by', what: `must be one of ${AUDIENCES.join(', ')}` });
    const seed = seedOption(options);
    const calls = readCalls(rest);
    const world = openEnvironment(dir);
    const store = new SessionStore();
    const session = store.create({ id: 'call', world, seed });
    const answers: Json[] = [];
    calls.forEach(({ name, args: given }, at) => {
      const answer = store.call(session, { by, name, arguments: given });
      const diff = store.diff(session, at, at + 1);
      answers.push(asJson({ name, arguments: given, ...answer, diff }));
      output.line(output.bold(`${at + 1}. ${name} ${JSON.stringify(given)}`));
      output.line(
        answer.ok
          ? JSON.stringify(answer.result, null, 2)
          : output.bad(`${answer.error.code}: ${answer.error.message}`),
      );
      for (const line of describeDiff(diff)) output.line(output.dim(`   ${line}`));
    });
    world.close();
    return { summary: { environment: world.hash, calls: answers } };
  },
};

function readCalls(words: readonly string[]): { name: string; args: Json }[] {
  const calls: { name: string; args: Json }[] = [];
  let name = '';
  let pending = false;
  for (const word of words) {
    if (/^\s*[{["]/.test(word)) {
      if (name === '') throw badInput({ what: `expected a tool name before ${word}` });
      let args: Json;
      try {
        args = parseJson(word);
      } catch (error) {
        throw badInput({
          path: name,
          what: `the arguments are no JSON: ${(error as Error).message}`,
          mend: `write for example ${name} '{"key": "value"}'`,
        });
      }
      calls.push({ name, args });
      pending = false;
    } else {
      if (pending) calls.push({ name, args: {} });
      name = word;
      pending = true;
    }
  }
  if (pending) calls.push({ name, args: {} });
  return calls;
}
