// node bench/author-load.ts [--environments 40] [--latency 200]: lets a model write many environments at the same time.
// The model is an HTTP endpoint of this program that answers after the given milliseconds. Prints how many requests
// were open at a time, and the memory used.
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadEnvironment } from '../envs/folder/environment-folder.ts';
import { endpointProvider, ModelDoor } from '../envs/model/model-door.ts';
import { buildAuthored } from '../generator/author/build-authored.ts';
import { promptText } from '../generator/author/prompts.ts';
import { givenTools, repliesOf } from './scripted-author.ts';

const { values } = parseArgs({ options: { environments: { type: 'string' }, latency: { type: 'string' } } });
const count = Number(values.environments ?? 40);
const latency = Number(values.latency ?? 200);
const base = loadEnvironment(fileURLToPath(new URL('../fixtures/new-environment', import.meta.url)));
const replies = repliesOf(base);

let out = 0;
let most = 0;
let requests = 0;
/**
 * For each request, the number of requests that were open when it arrived. It shows whether the requests are sent
 * without waiting for one another.
 */
const seen: number[] = [];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    out += 1;
    requests += 1;
    most = Math.max(most, out);
    seen.push(out);
    const text = replyTo(Buffer.concat(parts).toString('utf8'));
    setTimeout(() => {
      out -= 1;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
          usage: { prompt_tokens: 1000, completion_tokens: Math.ceil(text.length / 4) },
        }),
      );
    }, latency);
  });
});

/** Returns the reply to a question. The prompt at the beginning of the question tells the stage. */
function replyTo(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const system = messages[0]?.content ?? '';
  const stage = (['plan', 'rows', 'programs', 'scenarios'] as const).find((name) =>
    system.startsWith(promptText(name).slice(0, 60)),
  );
  return JSON.stringify(stage === undefined ? {} : replies[stage]);
}

const dir = mkdtempSync(join(tmpdir(), 'callgym-load-'));
try {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const tools = givenTools(base).map(({ name, description, parameters }) => ({ name, description, parameters }));
  const door = new ModelDoor(endpointProvider('scripted', `http://127.0.0.1:${port}/v1`));
  const started = performance.now();
  // the same tools under another name make another environment, for which other questions are asked
  const reports = await Promise.all(
    Array.from({ length: count }, async (_each, at) => {
      const file = join(dir, `notes-${at + 1}.json`);
      writeFileSync(file, JSON.stringify({ tools }));
      return buildAuthored(
        file,
        join(dir, `out-${at + 1}`),
        { seed: 1, reviewers: 0, mutants: 8, material: { notes: undefined } },
        door,
      );
    }),
  );
  const environments = reports.flatMap((report) => report.environments);
  const full = seen.findIndex((each) => each >= Math.min(32, count));
  process.stdout.write(
    `${JSON.stringify({
      environments: environments.length,
      served: environments.reduce((sum, each) => sum + each.served, 0) / Math.max(1, environments.length),
      requests,
      most_in_flight: most,
      requests_until_full: full,
      peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
      seconds: Math.round((performance.now() - started) / 1000),
    })}\n`,
  );
} finally {
  server.close();
  rmSync(dir, { recursive: true, force: true });
}
