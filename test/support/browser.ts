// Starts a real Chromium for the tests of pages. Without one, the tests are skipped with a message.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

export const BROWSER = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path) && spawnSync(path, ['--version']).status === 0);

/**
 * The time limit for a page in milliseconds. It is long, because a page may be slow on a busy machine; it only ends a
 * test that hangs.
 */
export const WAIT = { timeout: 120_000 };

/** If there is no Chromium, prints that the tests of pages are skipped. */
export function tellSkipped(what: string): void {
  if (BROWSER === undefined) process.stderr.write(`skipped: ${what}, for there is no Chromium\n`);
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: BROWSER!,
    // a container has little shared memory, so Chromium must not use /dev/shm
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
    ...WAIT,
  });
}

export interface Opened {
  readonly page: Page;
  /** The messages on the browser's console. It is empty if there are no problems. */
  readonly said: string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  { width = 1280, height = 900, dark = false }: { width?: number; height?: number; dark?: boolean } = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(url);
  return { page, said };
}

const axe = (): string => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the complaints of axe (an accessibility checker) about the page, with rule and place. */
export async function complaints(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe());
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  });
  return (await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => \`\${id}: \${node.html.slice(0, 160)}\`)))`,
  )) as string[];
}

/** The rules of axe whose outcome depends on colours and sizes. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/**
 * Returns the complaints about a view: first wide and light by all rules, then narrow and dark by the rules about
 * colours and sizes. Also reports anything that is wider than the screen.
 */
export async function complaintsInBoth(page: Page): Promise<string[]> {
  const found = await complaints(page);
  const wide = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 900 });
  const narrow = (await complaints(page, LOOKS)).map((each) => `dark, 360 px: ${each}`);
  const over = await overflow(page);
  await page.emulateMedia({ colorScheme: 'light' });
  if (wide !== null) await page.setViewportSize(wide);
  return [...found, ...narrow, ...(over === 0 ? [] : [`360 px: ${over} px too wide`])];
}

export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
