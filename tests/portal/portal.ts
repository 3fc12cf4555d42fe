import type { BrowserContextOptions, Page } from 'playwright-core';
import { apiAt } from '../api.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { accessibilityOf, closePages, openContext, sharedBrowser } from './browser.ts';

/** A platform and a browser. */
export interface Portal extends Pick<Platform, 'smtp' | 'providers' | 'google' | 'sql' | 'log'> {
  /** Address of the pages. */
  readonly address: string;
  readonly api: ReturnType<typeof apiAt>;
  /** A page in a browser without cookies and storage. What the browser complains about is in `complaints`. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors of the console, uncaught exceptions, violations of the policy, requests to other hosts. Refused API calls aside. */
  readonly complaints: string[];
  /** What axe finds wrong with the page. */
  accessibilityOf(page: Page): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startPortal(env: Readonly<Record<string, string>> = {}): Promise<Portal> {
  const [platform, browser] = await Promise.all([startPlatform(env), sharedBrowser()]);
  const { portal: address, smtp, providers, google } = platform;
  const own = new Set(
    [address, platform.address, providers.origin, google.issuer].map((url) => new URL(url).origin),
  );
  const complaints: string[] = [];

  return {
    address,
    api: apiAt(platform.address),
    smtp,
    providers,
    google,
    complaints,
    async open(path, options = {}) {
      const context = await openContext(browser, {
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
        ...options,
      });
      await context.exposeFunction('reportViolation', (violation: string) => complaints.push(violation));
      await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
        reportViolation('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`);
      const page = await context.newPage();
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (!own.has(origin) && protocol !== 'data:') complaints.push(`request to ${origin}`);
      });
      page.on('console', (message) => {
        // The browser reports every answer of 4xx as an error of the page.
        if (
          ['error', 'warning'].includes(message.type()) &&
          !message.text().includes('the server responded with a status of 4')
        )
          complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(new URL(path, address).href);
      return page;
    },
    sql: (statement, values) => platform.sql(statement, values),
    accessibilityOf,
    log: () => platform.log(),
    async stop() {
      await closePages(browser);
      await platform.stop();
    },
  };
}
