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

export const desktop = { width: 1280, height: 720 };

/** A window of its own, without cookies and storage. Its waits have a bound of two minutes: the machine may be slow. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: desktop, ...options });
  context.setDefaultTimeout(120_000);
  return context;
}

/** Windows of this worker that no test uses now: to open a new one takes Chromium longer than to load two pages. */
const idle: Page[] = [];

/** A window without cookies and storage, which earlier tests may have used. */
export async function takeWindow(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const kept = idle.pop();
  return kept?.isClosed() === false ? kept : (await openContext(browser, options)).newPage();
}

/** Keeps a window for the next test, without anything of this one. `address`: of the pages that it has shown. */
export async function giveBack(window: Page, address: string): Promise<void> {
  if (window.isClosed()) return;
  for (const page of window.context().pages()) if (page !== window) await page.close();
  for (const event of ['request', 'response', 'console', 'pageerror'] as const)
    window.removeAllListeners(event);
  await window.unrouteAll({ behavior: 'ignoreErrors' });
  await window.goto(`${address}/robots.txt`);
  await window.evaluate('sessionStorage.clear(); localStorage.clear()');
  await window.context().clearCookies();
  await window.setViewportSize(desktop);
  idle.push(window);
}

/** Closes all pages that a test may still use, with their cookies and storage. */
export async function closePages(browser: Browser): Promise<void> {
  const kept = idle.map((window) => window.context());
  for (const context of browser.contexts()) if (!kept.includes(context)) await context.close();
}

/** Half as long as the source that the package exports, so that a browser reads it faster. Its value is of no use here. */
const axe = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};0`;

/** What is looked at. */
export interface Scope {
  /** A selector of the part that is new since axe has looked at the rest. Default: the whole page. */
  readonly within?: string;
}

/** What passes is not described, and no style sheet is fetched again: that would take most of the time. */
const lean = { resultTypes: ['violations'], preload: false };
const everything = JSON.stringify(lean);
const contrast = JSON.stringify({ ...lean, runOnly: ['color-contrast'] });

const violationsOf = (page: Page, within: string | undefined, options: string): Promise<string[]> =>
  page.evaluate(`axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);

/** Loads axe into a page, unless it is there: to load it takes as long as to run it. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
}

/** What axe finds wrong with the page in the light scheme, and with its contrast in the dark one: nothing else differs there. */
export async function accessibilityOf(page: Page, { within }: Scope = {}): Promise<string[]> {
  await loadAxe(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const found = await violationsOf(page, within, everything);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const one of await violationsOf(page, within, contrast)) found.push(`dark: ${one}`);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** What axe finds wrong with the contrast of the page in the few colours of the system that some people choose. */
export async function forcedColoursOf(page: Page): Promise<string[]> {
  await loadAxe(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await violationsOf(page, undefined, contrast);
  await page.emulateMedia({ forcedColors: null });
  return found;
}
