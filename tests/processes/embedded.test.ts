import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@patchbay/servers/free-port';
import { runningPostgres } from '@patchbay/servers/postgres';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { ServiceProcess } from '@patchbay/testing/process';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAt, trailOf } from '../api.ts';
import { launchEmbedded, startEmbedded } from '../embedded.ts';
import { signedSignIn } from './signed-message.ts';
import { describeStory } from './story.ts';

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let smtp: TestSmtpServer;
let port: string;
let address: string;
let platform: ServiceProcess;
let ada: Api;

const inherited = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
const where = () => ({ DATA_DIR: folder.path, PORT: port });

/** What `make dead-letters` runs. */
const deadLetters = (...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const entry = fileURLToPath(new URL('../../deploy/local/src/commands/dead-letters.ts', import.meta.url));
    const command = ['--conditions=patchbay-source', entry, ...args];
    const env = { ...inherited, RUN_DIR: `${folder.path}/run`, ...where() };
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-embedded-');
  smtp = await createSmtpServer();
  port = String(await freePort());
  ({ process: platform, address } = await startEmbedded({
    ...where(),
    SMTP_URL: smtp.url,
    HEAD_INTERVAL_SECONDS: '1',
  }));
});
afterAll(async () => {
  await platform?.stop();
  await smtp?.stop();
  await folder?.remove();
});

describe('the embedded platform', () => {
  describeStory(() => ({ address, smtp }));

  it('a second start of the embedded platform says that one runs, and leaves it alone', async () => {
    const second = await launchEmbedded(where());
    expect((await second.exited).code).toBe(1);
    expect(second.log()).toContain(`Patchbay is running already at ${address}`);
    expect((await apiAt(address).get('/health')).status).toBe(200);
  });

  describe('`make check-heads`', () => {
    const checkHeads = () =>
      new Promise<{ code: unknown; output: string }>((resolve) => {
        const entry = fileURLToPath(
          new URL('../../deploy/local/src/commands/check-heads.ts', import.meta.url),
        );
        const env = { ...inherited, RUN_DIR: `${folder.path}/run`, ...where() };
        const command = ['--conditions=patchbay-source', entry];
        execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, output: stdout + stderr }),
        );
      });

    it('`make check-heads` finds every published head, and a trail that was cut although its stored head was moved', async () => {
      const heads = async () =>
        (await readFile(`${folder.path}/heads.ndjson`, 'utf8').catch(() => '')).split('\n').slice(0, -1);
      const newestHead = async () =>
        JSON.parse((await heads()).at(-1) ?? '{}') as { organizationId?: string; sequence?: number | string };
      const client = new Client({ connectionString: await runningPostgres(`${folder.path}/postgres`) });
      await client.connect();
      // The sign-out is the last change: no entry and no head comes after it.
      const lastEntry = await waitFor(
        async () =>
          (
            await client.query<{ sequence: string }>(
              `select sequence from audit.entries where action = 'user.signed_out'`,
            )
          ).rows[0],
        { what: 'the entry of the sign-out' },
      );
      await waitFor(async () => String((await newestHead()).sequence) === lastEntry.sequence, {
        what: 'the head of the sign-out',
      });
      expect(await checkHeads()).toEqual({
        code: 0,
        output: expect.stringMatching(/^(\d+ heads checked\n)?\d+ heads?: \d+ as published\n$/),
      });
      const { organizationId, sequence } = await newestHead();
      await client.query('delete from audit.entries where organization_id = $1 and sequence >= $2', [
        organizationId,
        sequence,
      ]);
      await client.query(
        `update audit.chain_heads head set sequence = last.sequence, hash = last.hash
         from (select sequence, hash from audit.entries where organization_id = $1 order by sequence desc limit 1) last
         where organization_id = $1`,
        [organizationId],
      );
      await client.end();
      const { code, output } = await checkHeads();
      expect(output).toContain(`organization ${String(organizationId)}: cut: entry ${String(sequence)}, `);
      expect(code).toBe(1);
    });
  });

  it('the embedded platform stops everything it started, with exit code 0', async () => {
    // For the last test: a month that the next start removes.
    const database = new Client({ connectionString: await runningPostgres(`${folder.path}/postgres`) });
    await database.connect();
    await database.query(`select audit.create_partitions('2025-01-01', '2025-01-31')`);
    await database.end();
    const postmaster = Number(
      (await readFile(`${folder.path}/postgres/data/postmaster.pid`, 'utf8')).split('\n')[0],
    );
    expect(await platform.stop()).toEqual({ code: 0, signal: null });
    expect(() => process.kill(postmaster, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }));
    expect(existsSync(`${folder.path}/patchbay.lock`)).toBe(false);
  });

  it('the embedded platform keeps its data over a restart, and prints links without a mail server', async () => {
    ({ process: platform } = await startEmbedded({ ...where(), RETENTION_MONTHS: '1' }));
    const api = apiAt(address);
    expect((await api.post('/v1/auth/magic-link', { email: 'ada@acme.example' })).status).toBe(202);
    const token = await waitFor(() => /token=([\w-]+)/.exec(platform.log())?.[1], {
      what: 'the printed link',
    });
    const { body } = await api.post<{ token: string }>('/v1/auth/magic-link/verify', { token });
    ada = api.withSession(body.token);
    expect((await ada.get('/v1/organizations/acme')).body).toMatchObject({
      slug: 'acme',
      role: 'admin',
    });
  });

  it('the embedded platform removes the months of its trail that are older than it was told to keep', async () => {
    await waitFor(() => platform.log().includes('entries_2025_01: 0 entries of 0 organizations'), {
      what: 'the removal',
    });
    expect(platform.log().match(/^entries_.*removed$/gm)).toHaveLength(1);
  });

  it('dead letters of the embedded platform are listed and replayed into the trails of their time', async () => {
    const { body } = await ada.get<{ id: string }>('/v1/me');
    const requestId = randomUUID();
    const { topic, key, value, headers } = await signedSignIn(`${folder.path}/secrets.json`, {
      userId: body.id,
      requestId,
    });
    const database = new Client({ connectionString: await runningPostgres(`${folder.path}/postgres`) });
    await database.connect();
    await database.query(
      `insert into audit.dead_letters (topic, partition, "offset", reason, key, value, failed_at, headers)
       values ($1, 0, '1', 'it is signed with an unknown key', $2, $3, now(), $4)`,
      [topic, Buffer.from(key), Buffer.from(value), JSON.stringify(headers)],
    );
    await database.end();
    const { output } = await deadLetters();
    expect(output).toMatch(/user\.signed_in .* it is signed with an unknown key\n1 waits/);
    expect(await deadLetters('replay', '--all')).toEqual({
      code: 0,
      output: expect.stringContaining('1 recorded, 0 refused again'),
    });
    const recorded = (await trailOf(ada, 'acme')).filter((entry) => entry.requestId === requestId);
    expect(recorded).toMatchObject([{ action: 'user.signed_in', target: { id: body.id } }]);
  });
});
