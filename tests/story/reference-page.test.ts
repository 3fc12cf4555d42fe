import { provideBrowser } from '@patchbay/servers/browser';
import { freePort } from '@patchbay/servers/free-port';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '../embedded.ts';

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let platform: Embedded;
let browser: Browser;
let page: Page;
const requestedUrls: string[] = [];
const browserErrors: string[] = [];

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-reference-');
  const executablePath = await provideBrowser(process.env, (line) => process.stderr.write(`${line}\n`));
  [platform, browser] = await Promise.all([
    startEmbedded({ DATA_DIR: folder.path, PORT: String(await freePort()) }),
    chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    }),
  ]);
  page = await browser.newPage();
  page.on('request', (request) => requestedUrls.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && browserErrors.push(message.text()));
  page.on('pageerror', (error) => browserErrors.push(error.message));
  await page.goto(`${platform.address}/docs`);
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await platform?.process.stop();
  await folder?.remove();
});

describe('the reference page in a browser', () => {
  it('shows every operation', async () => {
    const document = (await (await fetch(`${platform.address}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path));
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('.opblock').count()).toBe(operations.length);
  });

  it('opens an operation and shows its answers', async () => {
    const operation = page.locator('#operations-account-getMe');
    await operation.locator('button').first().click();
    await operation.locator('.responses-table').first().waitFor();
    const statuses = await operation.locator('tr.response .response-col_status').allInnerTexts();
    expect(statuses.map((text) => text.trim())).toEqual(expect.arrayContaining(['200', '401']));
  });

  it('requests nothing from other hosts, and the browser reports no error', () => {
    expect(requestedUrls.length).toBeGreaterThan(3);
    expect(
      requestedUrls.filter((url) => !url.startsWith(platform.address) && !url.startsWith('data:')),
    ).toEqual([]);
    expect(browserErrors).toEqual([]);
  });
});
