import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { provideBrowser } from '@patchbay/servers/browser';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

/**
 * Features of Chromium that are switched off. The last list on the command line counts, so the first ones repeat what Playwright 1.65
 * switches off. The last two are the suggestions below the address bar: two pages of their own for each window, which nobody sees here
 * and which take as much time as the page that is tested.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** A Chromium that calls no servers of its maker. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = await provideBrowser(process.env, (line) => process.stderr.write(`${line}\n`));
  return chromium.launch({
    ...options,
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  });
}

/** Test files that share a worker process share its browser too. It ends with the process. */
const worker = globalThis as typeof globalThis & { patchbayBrowser?: Browser };

export async function sharedBrowser(): Promise<Browser> {
  if (worker.patchbayBrowser?.isConnected() !== true) worker.patchbayBrowser = await launchBrowser();
  return worker.patchbayBrowser;
}

/** A window of its own, without cookies and storage. Its waits have a bound of two minutes: the machine may be slow. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(120_000);
  return context;
}

/** Closes all pages, with their cookies and storage. */
export const closePages = async (browser: Browser): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()));
};

/** Half as long as the source that the package exports, so that a browser reads it faster. Its value is of no use here. */
const axe = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};0`;

/** What axe finds wrong with the page as it is. `options`: those of `axe.run`, as JSON. */
const violationsOf = (page: Page, options: string): Promise<string[]> =>
  page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);

/** What passes is not described, and no style sheet is fetched again: that would take most of the time. */
const lean = { resultTypes: ['violations'], preload: false };
const everything = JSON.stringify(lean);
const contrast = JSON.stringify({ ...lean, runOnly: ['color-contrast'] });

/** What axe finds wrong with the colours of a page that the system has replaced by its own few. */
export async function forcedColoursOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await violationsOf(page, contrast);
  await page.emulateMedia({ forcedColors: null });
  return found;
}

/**
 * What axe finds wrong with the page in the light scheme, and with its contrast in the dark one: nothing else differs there. The script
 * is put into a page once, because that takes as long as running it.
 */
export async function accessibilityOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsOf(page, everything);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(page, contrast);
  await page.emulateMedia({ colorScheme: null });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}
