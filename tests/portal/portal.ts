import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { apiAt } from '../api.ts';
import { type Platform, sharedPlatform, startPlatform } from '../platform.ts';
import { closePages, giveBack, openContext, sharedBrowser, takeWindow } from './browser.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** In a window that no other test gets, because this one changes its clock, for instance. Those with options of Playwright are such windows. */
  readonly own?: boolean;
  /** Of somebody who is signed in. */
  readonly session?: string;
}

/** A platform and a browser. */
export interface Portal extends Pick<Platform, 'smtp' | 'providers' | 'google' | 'sql' | 'log' | 'runDue'> {
  /** Address of the pages. */
  readonly address: string;
  readonly api: ReturnType<typeof apiAt>;
  /**
   * A page in a browser without cookies and storage, until the test ends: pages that stay open read again every few seconds. What the
   * browser complains about is in `complaints`.
   */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Errors of the console, violations of the policy among them, uncaught exceptions, requests to other hosts. Refused API calls aside. */
  readonly complaints: string[];
  stop(): Promise<void>;
}

const ordinary: BrowserContextOptions = {
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'],
};

/** The platform that the files of a worker share; with `env`, one of its own. */
export async function startPortal(env?: Readonly<Record<string, string>>): Promise<Portal> {
  const [platform, browser] = await Promise.all([
    env === undefined ? sharedPlatform() : startPlatform(env),
    sharedBrowser(),
  ]);
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
    async open(path, { session, own: isOwn = false, ...options } = {}) {
      const isOrdinary = !isOwn && Object.keys(options).length === 0;
      const page = isOrdinary
        ? await takeWindow(browser, ordinary)
        : await (await openContext(browser, { ...ordinary, ...options })).newPage();
      const context = page.context();
      onTestFinished(({ task }) =>
        isOrdinary && task.result?.state !== 'fail' ? giveBack(page, address) : context.close(),
      );
      if (session !== undefined)
        await context.addCookies([
          {
            name: 'patchbay_session',
            value: session,
            domain: 'localhost',
            path: '/',
            httpOnly: true,
            sameSite: 'Lax',
          },
        ]);
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
    log: () => platform.log(),
    runDue: () => platform.runDue(),
    async stop() {
      await closePages(browser);
      if (env !== undefined) await platform.stop();
    },
  };
}
