import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@patchbay/servers/free-port';
import { runningPostgres } from '@patchbay/servers/postgres';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import { createOidcProvider, type TestOidcProvider } from '@patchbay/testing/oidc';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { Client } from 'pg';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { apiAt } from '../api.ts';
import { startEmbedded } from '../embedded.ts';
import { generousLimits } from '../limits.ts';
import { accessibilityOf, closePages, openContext, sharedBrowser } from './browser.ts';

/** The platform as `make start` runs it, with simulated providers, a mail server and a browser. */
export interface Portal {
  /** Address of the pages. */
  readonly address: string;
  readonly api: ReturnType<typeof apiAt>;
  readonly smtp: TestSmtpServer;
  readonly providers: AdProviders;
  /** What "Google" is. */
  readonly google: TestOidcProvider;
  /** A page in a browser without cookies and storage. What the browser complains about is in `complaints`. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors of the console, uncaught exceptions, violations of the policy, requests to other hosts. Refused API calls aside. */
  readonly complaints: string[];
  /** Runs a statement on the database of the platform, as its owner; returns the number of rows that it changed. */
  sql(statement: string, values?: readonly unknown[]): Promise<number | null>;
  /** What axe finds wrong with the page. */
  accessibilityOf(page: Page): Promise<string[]>;
  /** What the platform has printed and logged. */
  log(): string;
  stop(): Promise<void>;
}

export async function startPortal(env: Readonly<Record<string, string>> = {}): Promise<Portal> {
  const folder = await createTemporaryDirectory('patchbay-portal-');
  const [port, portalPort] = [await freePort(), await freePort()];
  const [smtp, providers, google, browser] = await Promise.all([
    createSmtpServer(),
    startAdProviders(createSimulators()),
    createOidcProvider({ redirectUri: `http://localhost:${port}/v1/auth/google/callback` }),
    sharedBrowser(),
  ]);
  const file = join(folder.path, 'providers.json');
  await writeFile(file, JSON.stringify(providers.installations));
  const platform = await startEmbedded({
    DATA_DIR: folder.path,
    PORT: String(port),
    PORTAL_PORT: String(portalPort),
    SMTP_URL: smtp.url,
    PROVIDERS_FILE: file,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_ISSUER: google.issuer,
    RATE_LIMITS: generousLimits,
    ...env,
  });
  const address = `http://localhost:${portalPort}`;
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
    async sql(statement, values = []) {
      const client = new Client({ connectionString: await runningPostgres(join(folder.path, 'postgres')) });
      await client.connect();
      try {
        return (await client.query(statement, [...values])).rowCount;
      } finally {
        await client.end();
      }
    },
    accessibilityOf,
    log: () => platform.process.log(),
    async stop() {
      await closePages(browser);
      await platform.process.stop();
      await Promise.all([providers.stop(), google.stop(), smtp.stop()]);
      await folder.remove();
    },
  };
}
