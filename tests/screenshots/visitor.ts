import type { Browser, Page } from 'playwright-core';
import { shownRequestId, shownTime, steady } from './steady.ts';

/** A page of a browser without cookies, which shows the same dates, codes and ids in each run. */
export async function openVisitor(browser: Browser, apiUrl: string, began: number): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  await context.route(`${apiUrl}/v1/**`, async (route) => {
    const request = route.request();
    // The way back from a consent leads to a page with the id of this request in its address.
    if (request.resourceType() !== 'fetch')
      return route.continue({ headers: { ...request.headers(), 'x-request-id': shownRequestId } });
    const response = await route.fetch();
    await route.fulfill({ response, body: steady(await response.text(), began) });
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(shownTime);
  return page;
}

/** Waits for the page with this heading. */
export const at = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title }).waitFor();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
