import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { provideBrowser } from '@patchbay/servers/browser';
import { freePort } from '@patchbay/servers/free-port';
import { createSmtpServer } from '@patchbay/testing/smtp';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { callerOf, raisedLimits, root, signUp, startProviders } from './platform.ts';
import { atEnd, startProcess } from './processes.ts';
import { progress } from './report.ts';

/** The embedded platform with Ada's organization, Acme, and the workspace `north`. */
export async function startEmbedded(directory: string) {
  await mkdir(directory, { recursive: true });
  const [port, portalPort] = [await freePort(), await freePort()];
  const smtp = await createSmtpServer();
  atEnd(() => smtp.stop());
  const simulated = await startProviders(directory);
  const origin = `http://localhost:${port}`;
  const data = join(directory, 'data');
  await startProcess({
    name: 'make start',
    command: ['make', '--old-file=node_modules/.patchbay-installed', 'start'],
    cwd: root,
    env: {
      PORT: String(port),
      PORTAL_PORT: String(portalPort),
      DATA_DIR: data,
      SMTP_URL: smtp.url,
      PROVIDERS_FILE: simulated.file,
      RATE_LIMITS: raisedLimits,
    },
    readyUrl: `${origin}/health`,
  });
  const call = callerOf(origin);
  const admin = await signUp(call, smtp);
  const workspaces = '/v1/organizations/acme/workspaces';
  await call('POST', workspaces, { name: 'North', slug: 'north' }, admin);
  return {
    call,
    admin,
    providers: simulated.providers,
    pages: `http://localhost:${portalPort}`,
    integrations: `${workspaces}/north/integrations`,
    /** Of the embedded Postgres. */
    postgres: join(data, 'postgres'),
  };
}

export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await provideBrowser(process.env, progress),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  atEnd(() => browser.close());
  return browser;
}

/** A slow phone: milliseconds of each request, bytes per second, and how many times slower than this machine. */
export const slowPhone = { latency: 150, throughput: 1_600_000 / 8, slowness: 4 } as const;
export const slowPhoneText = `${slowPhone.latency} ms, 1.6 Mbit/s, CPU ${slowPhone.slowness} times slower`;

/** Makes a page as slow as on such a phone. */
export async function slowDown(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowPhone.latency,
    downloadThroughput: slowPhone.throughput,
    uploadThroughput: slowPhone.throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.slowness });
  return session;
}
