import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessibilityOf } from './browser.ts';
import { type Gallery, startGallery } from './gallery.ts';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
}, 600_000);
afterEach(() => gallery.expectSilence());
afterAll(() => gallery?.stop());

/** By how many pixels the page is wider than the window. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);

const enlargeTexts = (page: Page): Promise<unknown> =>
  page.evaluate("document.documentElement.style.fontSize = '200%'");

it('the parts are accessible, also with errors, with enough contrast in both schemes, and keep their edges in forced colours', async () => {
  const page = await gallery.open();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('radio', { name: 'With a user name' }).check();
  expect(await accessibilityOf(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await styleOf(page, 'button[data-kind=main]', 'borderTopColor')).not.toBe('rgba(0, 0, 0, 0)');
  await page.emulateMedia({ forcedColors: null });
});

it('the parts are large enough to touch, and a button keeps its width while it is busy', async () => {
  const page = await gallery.open({ width: 360, height: 640 });
  const targets = 'button, main a[class], input:not([type=radio], [type=checkbox]), select, label:has(input)';
  const sizes: { width: number; height: number }[] = await page.evaluate(
    `[...document.querySelectorAll('${targets}')].map((element) => element.getBoundingClientRect().toJSON())`,
  );
  expect(sizes.length).toBeGreaterThan(25);
  expect(sizes.filter(({ width, height }) => width < 44 || height < 44)).toEqual([]);
  const button = page.getByRole('button', { name: 'Send again' });
  const width = (await button.boundingBox())?.width;
  await page.getByRole('checkbox', { name: 'Busy' }).click();
  await page.locator('[aria-busy="true"]', { hasText: 'Send again' }).waitFor();
  expect((await button.boundingBox())?.width).toBe(width);
});

it('the parts never scroll sideways, at 320 px and with texts of twice the size, and then break no label of a phone inside a word', async () => {
  const page = await gallery.open({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  expect(await overflowOf(page)).toBe(0);
  await enlargeTexts(page);
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  // Longer words are those of the long name, which has to break.
  const broken: string[] = await page.evaluate(`[...document.querySelectorAll('dt, label, legend, button, a')]
    .flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found = [];
      while (texts.nextNode())
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/(?<!\\S)\\S{1,20}(?!\\S)/g)) {
          const range = new Range();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
        }
      return found;
    })`);
  expect(broken).toEqual([]);
});

// One of each shape: outcomes differ in their symbol and its colour only.
it.each(['page', 'long-title', 'loading', 'failed'])(
  'the parts make a page "%s" that is accessible in both schemes and fits 320 px',
  async (name) => {
    const page = await gallery.open({ width: 320, height: 640 }, `?page=${name}`);
    expect(await overflowOf(page)).toBe(0);
    expect(await accessibilityOf(page)).toEqual([]);
  },
);

it('a page focuses its heading without a ring, and with one for people who move by keyboard', async () => {
  const page = await gallery.open(undefined, '?page=page');
  const ring = () => styleOf(page, 'h1:focus', 'outlineStyle');
  expect(await ring()).toBe('none');
  await page.keyboard.press('Tab');
  await page.locator('h1[tabindex]').focus();
  expect(await ring()).toBe('solid');
  await page.mouse.click(1, 1);
  await page.locator('h1[tabindex]').focus();
  expect(await ring()).toBe('none');
});

it('a page that loads shows its bar after 150 ms, moves only while something runs, and not for those who want less motion', async () => {
  const page = await gallery.open(undefined, '?page=loading');
  expect(await styleOf(page, '[role=progressbar]', 'animationDelay')).toBe('0.15s');
  await page.getByRole('progressbar').waitFor({ state: 'visible' });
  const moving = 'document.getAnimations().filter(({ effect }) => effect.getTiming().iterations > 1).length';
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await page.evaluate(moving)).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await page.evaluate(moving)).toBe(0);
  await gallery.open();
  expect(await page.evaluate(moving)).toBe(0);
});
