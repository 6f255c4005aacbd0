// Walks through a page with the Tab key, as a person without a mouse does. Each control must be reached, must show that
// it has the focus, must be visible, and must let Tab move on.
import type { Locator, Page } from 'playwright-core';

const CONTROLS = `(() => {
  const all = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';
  const within = document.querySelector('dialog[open]') ?? document.body;
  return [...within.querySelectorAll(all)].filter((each) => each.checkVisibility({ visibilityProperty: true }));
})()`;

/** Records each control that gets the focus. Before that, records how each control looks without the focus. */
const WATCH = `(() => {
  const told = (each) => each.outerHTML.slice(0, 140);
  const look = (each) => JSON.stringify([each, ...each.children].slice(0, 4).map((part) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, stroke, strokeWidth, left } =
      getComputedStyle(part);
    return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor, stroke, strokeWidth, left];
  }));
  document.activeElement?.blur?.();
  const wanted = ${CONTROLS};
  const looks = new Map(wanted.map((each) => [each, look(each)]));
  const walk = { wanted, reached: new Set(), faults: new Set() };
  const seen = (each) => {
    const boxes = [...each.getClientRects(), ...[...each.children].flatMap((part) => [...part.getClientRects()])];
    return boxes.some(({ left, top, width, height }) =>
      [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9], [0.02, 0.5]].some(([x, y]) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        return hit !== null && each.contains(hit);
      }));
  };
  window.walk?.stop();
  const arrived = ({ key }) => {
    const each = document.activeElement;
    if (key !== 'Tab' || each === null || each === document.body) return;
    walk.reached.add(each);
    if (looks.has(each) && looks.get(each) === look(each)) walk.faults.add('does not show its focus: ' + told(each));
    if (!seen(each)) walk.faults.add('has the focus and is out of sight: ' + told(each));
  };
  addEventListener('keyup', arrived, true);
  walk.stop = () => removeEventListener('keyup', arrived, true);
  walk.missed = () => wanted.filter((each) => each.isConnected && !walk.reached.has(each)).map(told);
  window.walk = walk;
  (document.querySelector('dialog[open]') === null ? document.querySelector('.skip') : undefined)?.focus();
  if (document.activeElement !== null) walk.reached.add(document.activeElement);
  return wanted.length;
})()`;

/**
 * Tab is pressed this many times more than there are controls. If one control keeps the focus, another one is not
 * reached even then.
 */
const MORE = 6;
const STRIDE = 20;

/** Presses Tab through the whole page and returns a complaint for each control that fails. */
export async function walkByTab(page: Page): Promise<string[]> {
  const controls = (await page.evaluate(WATCH)) as number;
  if (controls === 0) return ['there is nothing to come to'];
  let missed: string[] = [];
  for (let pressed = 0; pressed < controls + MORE; pressed++) {
    await page.keyboard.press('Tab');
    if (pressed % STRIDE !== 0 && pressed < controls - 2) continue;
    missed = (await page.evaluate('window.walk.missed()')) as string[];
    if (missed.length === 0) break;
  }
  const faults = (await page.evaluate('[...window.walk.faults]')) as string[];
  await page.evaluate('window.walk.stop()');
  return [...faults, ...missed.slice(0, 5).map((each) => `is not reached by Tab: ${each}`)];
}

const MOST = 250;

export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let pressed = 0; pressed < MOST; pressed++) {
    if (await control.evaluate((each) => each === each.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${String(control)}`);
}
