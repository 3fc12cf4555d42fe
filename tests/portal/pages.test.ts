import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
}, 600_000);
afterAll(() => portal?.stop());

describe('a page in a browser', () => {
  it('a page that does not exist says so', async () => {
    const page = await portal.open('/nowhere');
    await page.getByRole('heading', { level: 1, name: "We can't find that page" }).waitFor();
    expect(await portal.accessibilityOf(page)).toEqual([]);
    expect(portal.complaints).toEqual([]);
  });

  it('a page loads the font before a text needs it, once', async () => {
    const page = await portal.open('/sign-in');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.evaluate('document.fonts.ready');
    const loads = await page.evaluate<[string, string][]>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'))
        .map(({ name, initiatorType }) => [new URL(name).pathname, initiatorType])`,
    );
    expect(loads).toEqual([[expect.stringContaining('/inter-latin-wght-normal'), 'link']]);
    expect(portal.complaints).toEqual([]);
  });
});
