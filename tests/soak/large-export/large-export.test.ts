import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ownMb, watchMemory } from '@patchbay/testing/process-memory';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Api, apiAt } from '../../api.ts';
import { acme, signUpAndIn } from '../../people.ts';
import { claimServers, type Stack, startTestStack } from '../../stack.ts';
import { insertEntries } from './trail-entries.ts';

/** 90 MB. EXPORT_ENTRIES=1000000 shows the same with 900 MB. */
const entries = Number(process.env['EXPORT_ENTRIES'] ?? 100_000);
/** Without it a heap grows by as much garbage as V8 likes, and how much that is depends on the speed of the machine. */
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=2' };

let smtp: TestSmtpServer;
let stack: Stack;
let admin: Client;
let token: string;
let ada: Api;

beforeAll(async () => {
  smtp = await createSmtpServer();
  stack = await startTestStack({ ...(await claimServers()), smtpUrl: smtp.url }, {}, (name) =>
    name === 'gateway' || name === 'audit' ? smallHeap : {},
  );
  admin = new Client({ connectionString: stack.adminUrl });
  await admin.connect();
  token = await signUpAndIn(apiAt(stack.address), smtp, acme);
  ada = apiAt(stack.address).withSession(token);
  const listed = () => ada.get<{ auditLogs: unknown[] }>('/v1/organizations/acme/audit-logs');
  await waitFor(async () => (await listed()).body.auditLogs.length === 3, {
    what: 'the entries of the sign-up',
  });
  await insertEntries(stack.adminUrl, 'acme', entries);
}, 600_000);
afterAll(async () => {
  await admin?.end();
  await stack?.stop();
  await smtp?.stop();
});

const openExport = async (encoding: string) => {
  const request = get(`${stack.address}/v1/organizations/acme/audit-logs/export`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
    agent: false,
  });
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response;
};

const decoded = (response: IncomingMessage): Readable =>
  response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;

/** Reads lines without keeping them: how many there are, and whether their sequences count from 1. */
async function countLines(body: Readable): Promise<number> {
  let count = 0;
  let rest = '';
  body.setEncoding('utf8');
  for await (const chunk of body) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      count += 1;
      if (!line.includes(`"sequence":${count},`)) throw new Error(`line ${count} has another sequence`);
      if (!/,"hash":"[0-9a-f]{64}"\}$/.test(line)) throw new Error(`line ${count} does not end in its hash`);
    }
  }
  if (rest !== '') throw new Error('the last line is not whole');
  return count;
}

/** The backends that serve audit. */
const auditConnections = async (): Promise<number[]> =>
  (
    await admin.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and usename = 'audit' and application_name = 'audit'`,
    )
  ).rows.map(({ pid }) => pid);

describe('a large export', () => {
  /** The processes that work on an export; the backends of Postgres where they run on this machine. */
  const workers = async (): Promise<Record<string, () => Promise<number>>> => {
    const backends = (await auditConnections()).filter((pid) => existsSync(`/proc/${pid}`));
    return {
      gateway: () => ownMb(stack.process('gateway').pid),
      audit: () => ownMb(stack.process('audit').pid),
      // A backend whose connection is idle may end meanwhile.
      ...Object.fromEntries(backends.map((pid) => [`postgres ${pid}`, () => ownMb(pid).catch(() => 0)])),
    };
  };

  const exportAll = async (encoding: string): Promise<void> => {
    const response = await openExport(encoding);
    expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(await countLines(decoded(response))).toBe(entries + 3);
    expect(response.complete).toBe(true);
  };

  it('a large export is whole, and the processes do not hold it in memory', async () => {
    // The first one lets the heaps grow to what pages take, and what waits to be collected with them.
    await exportAll('identity');
    const memory = await watchMemory(await workers(), () => exportAll('gzip'));
    const grown = Object.entries(memory).filter(([, { before, peak }]) => peak - before > 70);
    expect(grown).toEqual([]);
  }, 900_000);

  it('a large export whose client leaves ends at once, and leaves lists alone while it runs', async () => {
    const responses = await Promise.all(
      ['gzip', 'gzip', 'identity', 'identity'].map((each) => openExport(each)),
    );
    await Promise.all(responses.map((response) => once(decoded(response), 'data')));
    const refused = await openExport('gzip');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
    expect((await ada.get('/v1/organizations/acme/audit-logs')).status).toBe(200);
    for (const response of responses) response.destroy();
    await expect.poll(async () => (await openExport('gzip')).statusCode).toBe(200);
  });
});
