import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
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
import { type Api, apiAt, trailOf, trailWhen } from '../api.ts';
import { launchEmbedded, startEmbedded } from '../embedded.ts';
import { acme, mailTo, signIn } from '../people.ts';
import { signedSignIn } from './signed-message.ts';
import { describeStory } from './story.ts';

const organization = '/v1/organizations/acme';
let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let smtp: TestSmtpServer;
let port: string;
let address: string;
let portalPort: string;
let platform: ServiceProcess;
let ada: Api;
/** An invitation that was mailed before the restart, and the token of its link. */
let invited: { id: string; token: string };
/** The id of a sealing key that was generated before the restart. */
let newKey: string;

const where = () => ({ DATA_DIR: folder.path, PORT: port, PORTAL_PORT: portalPort });

/** What `make <name>` runs. */
const command = (name: string, ...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const entry = fileURLToPath(new URL(`../../deploy/local/src/commands/${name}.ts`, import.meta.url));
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, RUN_DIR: `${folder.path}/run`, ...where() };
    execFile(
      process.execPath,
      ['--conditions=patchbay-source', entry, ...args],
      { env },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

/** Works in the database of the platform, as a superuser. */
async function withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: await runningPostgres(`${folder.path}/postgres`) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const invitationIn = (text: string): string =>
  /\/invitations\/([\w-]+)/.exec(text)?.[1] ?? expect.unreachable('there is no link of an invitation');

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-embedded-');
  smtp = await createSmtpServer();
  [port, portalPort] = [String(await freePort()), String(await freePort())];
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

  it('`make check-heads` finds the heads that the trail has, and a trail that was cut although its stored head was moved', {
    tags: 'soak',
  }, async () => {
    const newestHead = async () => {
      const lines = (await readFile(`${folder.path}/heads.ndjson`, 'utf8').catch(() => '')).split('\n');
      return JSON.parse(lines.at(-2) ?? '{}') as { organizationId?: string; sequence?: number | string };
    };
    const { organizationId, sequence } = await withDatabase(async (client) => {
      // The sign-out is the last change: no entry and no head comes after it.
      const lastEntry = await waitFor(
        async () => {
          const text = `select sequence from audit.entries where action = 'user.signed_out'`;
          return (await client.query<{ sequence: string }>(text)).rows[0];
        },
        { what: 'the entry of the sign-out' },
      );
      await waitFor(async () => String((await newestHead()).sequence) === lastEntry.sequence, {
        what: 'the head of the sign-out',
      });
      const head = await newestHead();
      await client.query('delete from audit.entries where organization_id = $1 and sequence >= $2', [
        head.organizationId,
        head.sequence,
      ]);
      await client.query(
        `update audit.chain_heads head set sequence = last.sequence, hash = last.hash
         from (select sequence, hash from audit.entries where organization_id = $1 order by sequence desc limit 1) last
         where organization_id = $1`,
        [head.organizationId],
      );
      return head;
    });
    const { code, output } = await command('check-heads');
    expect(output).toContain(`organization ${String(organizationId)}: cut: entry ${String(sequence)}, `);
    expect(output).toMatch(/\b1 cut\b/);
    expect(code).toBe(1);
  });

  it('`make reseal KEY=new` generates a sealing key for the next start', { tags: 'soak' }, async () => {
    const api = apiAt(address);
    ada = api.withSession((await signIn(api, smtp, acme.email)).token);
    const email = 'eve@elsewhere.example';
    const { body } = await ada.post<{ id: string }>(`${organization}/invitations`, { email, role: 'member' });
    invited = { id: body.id, token: invitationIn((await mailTo(smtp, email)).text) };
    const { code, output } = await command('reseal', '--key=new');
    expect(code).toBe(0);
    newKey = /key (\w+) seals from the next start on/.exec(output)?.[1] ?? '';
    expect(newKey).not.toBe('');
  });

  it('the embedded platform stops everything it started, with exit code 0', async () => {
    // For a later test: a month that the next start removes.
    await withDatabase((client) =>
      client.query(`select audit.create_partitions('2025-01-01', '2025-01-31')`),
    );
    const postmaster = Number(
      (await readFile(`${folder.path}/postgres/data/postmaster.pid`, 'utf8')).split('\n')[0],
    );
    expect(await platform.stop()).toEqual({ code: 0, signal: null });
    expect(() => process.kill(postmaster, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }));
    expect(existsSync(`${folder.path}/patchbay.lock`)).toBe(false);
  });

  it('the embedded platform keeps its data over a restart, and prints links without a mail server', {
    tags: 'soak',
  }, async () => {
    ({ process: platform } = await startEmbedded({ ...where(), RETENTION_MONTHS: '1' }));
    const api = apiAt(address);
    expect((await api.post('/v1/auth/magic-link', { email: acme.email })).status).toBe(202);
    const token = await waitFor(() => /token=([\w-]+)/.exec(platform.log())?.[1], {
      what: 'the printed link',
    });
    const { body } = await api.post<{ token: string }>('/v1/auth/magic-link/verify', { token });
    ada = api.withSession(body.token);
    expect((await ada.get(organization)).body).toMatchObject({ slug: 'acme', role: 'admin' });
  });

  it('the embedded platform removes the months of its trail that are older than it was told to keep', {
    tags: 'soak',
  }, async () => {
    await waitFor(() => platform.log().includes('entries_2025_01: 0 entries of 0 organizations'), {
      what: 'the removal',
    });
    expect(platform.log().match(/^entries_.*removed$/gm)).toHaveLength(1);
  });

  it('`make reseal` seals what every service stores with the new key, without losing any of it', {
    tags: 'soak',
  }, async () => {
    const { code, output } = await command('reseal');
    expect(output).toContain(`organization: 1 row sealed again with ${newKey}`);
    for (const service of ['organization', 'identity', 'integration', 'webhook'])
      expect(output).toContain(`key local seals nothing stored in ${service} any more`);
    expect(code).toBe(0);
    const resent = await ada.post(`${organization}/invitations/${invited.id}/resend`, {});
    expect(resent.status).toBe(200);
    const line = await waitFor(() => /mail to eve@.*\n.*\/invitations\/.*/.exec(platform.log())?.[0], {
      what: 'the printed mail',
    });
    expect(invitationIn(line)).toBe(invited.token);
  });

  it('dead letters of the embedded platform are replayed into the trails of their time', {
    tags: 'soak',
  }, async () => {
    const { body } = await ada.get<{ id: string }>('/v1/me');
    const requestId = randomUUID();
    const { topic, key, value, headers } = await signedSignIn(`${folder.path}/secrets.json`, {
      userId: body.id,
      requestId,
    });
    await withDatabase((client) =>
      client.query(
        `insert into audit.dead_letters (topic, partition, "offset", reason, key, value, failed_at, headers)
         values ($1, 0, '1', 'it is signed with an unknown key', $2, $3, now(), $4)`,
        [topic, Buffer.from(key), Buffer.from(value), JSON.stringify(headers)],
      ),
    );
    expect(await command('dead-letters', 'replay', '--all')).toEqual({
      code: 0,
      output: expect.stringContaining('1 recorded, 0 refused again'),
    });
    const recorded = (await trailOf(ada, 'acme')).filter((entry) => entry.requestId === requestId);
    expect(recorded).toMatchObject([{ action: 'user.signed_in', target: { id: body.id } }]);
  });
});

describe('`make operate`', { tags: 'soak' }, () => {
  const operator = { by: 'Olga Ops', reason: 'ticket 7' };
  const operate = (...args: string[]) =>
    command('operate', ...args, '--by', operator.by, '--reason', operator.reason);
  /** As long as anybody can read the trail. */
  let readers: Api;
  let moment: string;

  it('a person who was suspended by `make operate` is signed out and has no key; the organization reads so in its trail', async () => {
    const newApiKey = async (key: object) =>
      apiAt(address).withKey((await ada.post<{ key: string }>(`${organization}/api-keys`, key)).body.key);
    const own = await newApiKey({ name: 'own', level: 'user' });
    readers = await newApiKey({ name: 'shared', level: 'organization', role: 'admin' });
    const statusOf = async (key: Api) => (await key.get(organization)).status;
    expect([await statusOf(own), await statusOf(readers)]).toEqual([200, 200]);
    moment = new Date().toISOString();

    expect(await operate('person', 'suspend', acme.email)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Suspended ada@acme\.example, and ended \d sessions?\./m),
    });
    expect((await ada.get('/v1/me')).status).toBe(401);
    // Organization learns of it by an event.
    await waitFor(async () => (await statusOf(own)) === 401, { what: 'the key of the person to stop' });
    expect(await statusOf(readers)).toBe(200);
    const trail = await trailWhen(readers, 'acme', (entries) =>
      entries.some(({ action }) => action === 'user.suspended'),
    );
    expect(trail.find(({ action }) => action === 'user.suspended')).toMatchObject({
      actor: { type: 'system' },
      metadata: { operator },
    });
  });

  it('an organization that was suspended by `make operate` is refused with the reason', async () => {
    expect(await operate('organization', 'suspend', 'acme')).toMatchObject({ code: 0 });
    expect(await readers.get(`${organization}/members`)).toMatchObject({
      status: 403,
      body: { detail: `organization_suspended: This organization is suspended: ${operator.reason}` },
    });
  });

  it('a restore to a time before a suspension suspends again whom and what the trail says', async () => {
    await withDatabase(async (database) => {
      const stateOf = async () => {
        const { rows } = await database.query(
          `select u.suspended_reason as person, p.suspended as keys, o.suspended_reason as organization
           from identity.users u join organization.people p on p.user_id = u.id, organization.organizations o
           where u.email = $1 and o.slug = 'acme'`,
          [acme.email],
        );
        return rows[0] as unknown;
      };
      const recorded = async () => {
        const text = `select from audit.entries where action like '%.suspended' and occurred_at >= $1`;
        return (await database.query(text, [moment])).rowCount;
      };
      await expect.poll(recorded).toBe(2);
      // As the backup has it.
      await database.query(`update identity.users set suspended_at = null, suspended_reason = null;
                            update organization.people set suspended = false, suspension_changed_at = null;
                            update organization.organizations set suspended_reason = null`);
      const script = readFileSync(new URL('../../docs/restore-undone.sql', import.meta.url), 'utf8');
      await database.query(script.replaceAll(":'moment'", `'${moment}'`));
      expect(await stateOf()).toEqual({ person: operator.reason, keys: true, organization: operator.reason });
    });
  });

  it('a deletion by `make operate` closes the organization and mails its admins', async () => {
    expect(await operate('organization', 'delete', 'acme', '--confirm', 'acme')).toMatchObject({ code: 0 });
    const mail = await waitFor(() => /^mail to .*will be deleted.*\n.*$/m.exec(platform.log())?.[0], {
      what: 'the mail to the admin',
    });
    expect(mail).toContain(`http://localhost:${portalPort}/o/acme`);
  });

  it('commands say that nothing runs, and refuse words that they do not know', async () => {
    await platform.stop();
    expect(await command('reseal')).toEqual({
      code: 1,
      output: expect.stringContaining('Nothing is running'),
    });
    expect(await operate('workspace', 'show', 'x')).toMatchObject({ code: 2 });
  });
});
