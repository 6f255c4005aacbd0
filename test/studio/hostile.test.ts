// Tests text that looks like markup in every field that a person, a model or a file fills: tasks, words, calls,
// episodes, verdicts, players' names, ids and folders. It must stay text, and the page must not become wider than the
// screen.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { BROWSER, launch, openPage, overflow, tellSkipped, WAIT } from '../support/browser.ts';
import { lasting, runInTest, tasksOf } from '../support/played.ts';
import { ORDER_DESK, TOKEN } from '../support/server.ts';
import { HOSTILE, serveStudio } from '../support/studio.ts';

tellSkipped('hostile text in the studio');

/** The fields that hold text from outside callgym. */
const TEXTS = new Set(
  'content reasoning message goal persona opening why detail what model untrained system key id task expected found'.split(
    ' ',
  ),
);

/** Copies a value with hostile text before every text in these fields. */
function spoiled(value: Json, field = ''): Json {
  if (typeof value === 'string') return TEXTS.has(field) ? `${HOSTILE} ${value}` : value;
  if (Array.isArray(value)) return value.map((each: Json) => spoiled(each, field));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'tool_calls' || key === 'tools' ? each : spoiled(each as Json, key),
    ]),
  );
}

function spoilLines<T>(file: string): readonly T[] {
  const values = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => spoiled(JSON.parse(line) as Json) as T);
  writeFileSync(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  return values;
}

const shared = lasting();

/** Makes a run with hostile texts, in a folder with a hostile name, and its tasks. */
async function spoiledRun(): Promise<{ dir: string; tasks: readonly Task[] }> {
  const { out } = await runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, tasksOf(ORDER_DESK, 4)]]),
    agent: 'noisy:0.9',
    user: 'scripted',
    trials: 2,
    out: join(shared, 'run'),
  });
  const dir = join(shared, 'run <img src=x onerror="window.hacked=5">');
  cpSync(out, dir, { recursive: true });
  const head = JSON.parse(readFileSync(join(dir, 'run.json'), 'utf8')) as { head: Record<string, Json> };
  const { tasks: _digest, ...others } = head.head;
  writeFileSync(join(dir, 'run.json'), JSON.stringify({ ...head, head: others }));
  spoilLines(join(dir, 'episodes.jsonl'));
  return { dir, tasks: spoilLines<Task>(join(dir, 'tasks.jsonl')) };
}

describe.skipIf(BROWSER === undefined)('hostile text in a browser', () => {
  test('a task, a session that is played on it, a run and its episodes show it as text', async () => {
    const { dir, tasks } = await spoiledRun();
    const studio = await serveStudio(
      { runs: [dir] },
      { environments: [ORDER_DESK], tasks: new Map([['order-desk', tasks]]) },
    );
    onTestFinished(() => studio.server.stop());
    const browser = await launch();
    onTestFinished(() => browser.close());
    const { page, said } = await openPage(browser, `${studio.url}/studio/#token=${TOKEN}`, { width: 360 });
    const shows = async (place: string, text = '<script>window.hacked=1</script>'): Promise<void> => {
      await expect.poll(() => page.locator(place).first().innerText(), WAIT).toContain(text);
      expect([place, await overflow(page)]).toEqual([place, 0]);
    };
    await shows('.cards + h2 + .cards', 'onerror="window.hacked=5"');
    await page.goto(`${studio.url}/studio/#/e/order-desk/tasks`);
    await page.getByRole('button', { name: 'Show the right end' }).click();
    for (const place of ['.task h2', '.task blockquote', '.task .prose', '.list a']) await shows(place);
    await page.selectOption('.play select', 'both');
    await page.locator('.play button').click();
    await page.fill('.composer textarea', HOSTILE);
    await page.keyboard.press('Enter');
    await shows('.said .words');
    await shows('.session h1');
    await page.getByRole('button', { name: 'Call a tool' }).click();
    await page.selectOption('.tool-choice select', 'search_products');
    await page.fill('#field-query', HOSTILE);
    await page.locator('.form button[type=submit]').click();
    await page.locator('.timeline button').click();
    await shows('section[aria-label="The step"] .json');
    await page.goto(`${studio.url}/studio/#/r/0`);
    await page.selectOption('#outcome', 'failed');
    await shows('.rows .mono');
    await page.locator('.rows button').first().click();
    for (const place of ['.episode h2', '.message', '.beside .missing', '.beside .prose']) await shows(place);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(said).toEqual([]);
  });
});
