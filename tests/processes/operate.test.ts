import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '@patchbay/servers/free-port';
import { runningPostgres } from '@patchbay/servers/postgres';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Api, apiAt } from '../api.ts';
import { startEmbedded } from '../embedded.ts';
import { generousLimits } from '../limits.ts';
import { acme, linkTokenFor, signIn, signUpAndIn } from '../people.ts';

let folder: TemporaryDirectory;
let smtp: TestSmtpServer;
let platform: Awaited<ReturnType<typeof startEmbedded>>;
let api: Api;
let port: string;

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-operate-');
  smtp = await createSmtpServer();
  port = String(await freePort());
  platform = await startEmbedded({
    DATA_DIR: folder.path,
    PORT: port,
    SMTP_URL: smtp.url,
    RATE_LIMITS: generousLimits,
  });
  api = apiAt(platform.address);
});
afterAll(async () => {
  await platform?.process.stop();
  await smtp?.stop();
  await folder?.remove();
});

const operator = { by: 'Olga Ops', reason: 'ticket 7' };

/** What `make operate` runs. */
const operate = (...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const entry = fileURLToPath(new URL('../../deploy/local/src/commands/operate.ts', import.meta.url));
    const given = ['--by', operator.by, '--reason', operator.reason];
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: folder.path,
      RUN_DIR: `${folder.path}/run`,
      PORT: port,
    };
    execFile(
      process.execPath,
      ['--conditions=patchbay-source', entry, ...args, ...given],
      { env },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

interface Entry {
  readonly action: string;
  readonly actor: { readonly type: string };
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The entries that operators have left, once there are as many. */
const deedsIn = (person: Api, count: number) =>
  waitFor(
    async () => {
      const { body } = await person.get<{ auditLogs?: Entry[] }>(
        '/v1/organizations/acme/audit-logs?limit=100',
      );
      const deeds = (body.auditLogs ?? []).filter(({ metadata }) => 'operator' in metadata).toReversed();
      return deeds.length >= count && deeds;
    },
    { what: `${count} entries of operators` },
  );

it('a suspended person is signed out, cannot sign in, and has no key; the organization reads so in its trail', async () => {
  const token = await signUpAndIn(api, smtp, acme);
  const ada = api.withSession(token);
  const { body: own } = await ada.post<{ key: string }>('/v1/organizations/acme/api-keys', {
    name: 'own',
    level: 'user',
  });
  const { body: shared } = await ada.post<{ key: string }>('/v1/organizations/acme/api-keys', {
    name: 'shared',
    level: 'organization',
    role: 'admin',
  });
  const statusOf = async (key: string) =>
    (await apiAt(platform.address, { 'x-api-key': key }).get('/v1/organizations/acme')).status;
  expect([await statusOf(own.key), await statusOf(shared.key)]).toEqual([200, 200]);

  expect(await operate('person', 'suspend', acme.email)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Suspended ada@acme.example, and ended 1 session.'),
  });
  expect((await ada.get('/v1/me')).status).toBe(401);
  const link = await linkTokenFor(api, smtp, acme.email);
  const refused = await api.post<{ detail: string }>('/v1/auth/magic-link/verify', { token: link });
  expect(refused).toMatchObject({ status: 401, body: { detail: expect.stringContaining('suspended') } });
  // Organization learns of it by an event.
  await waitFor(async () => (await statusOf(own.key)) === 401, { what: 'the key of the person to stop' });
  expect(await statusOf(shared.key)).toBe(200);

  expect(await operate('person', 'resume', acme.email)).toMatchObject({ code: 0 });
  await waitFor(async () => (await statusOf(own.key)) === 200, { what: 'the key of the person to work' });
  const back = api.withSession((await signIn(api, smtp, acme.email)).token);
  const deeds = await deedsIn(back, 3);
  expect(deeds.map(({ action, actor }) => [action, actor.type])).toEqual([
    ['user.suspended', 'system'],
    ['session.revoked', 'system'],
    ['user.resumed', 'system'],
  ]);
  for (const { metadata } of deeds) expect(metadata).toMatchObject({ operator });
});

it('a suspended organization is refused with the reason, and works again after it was resumed', async () => {
  const ada = api.withSession((await signIn(api, smtp, acme.email)).token);
  expect(await operate('organization', 'suspend', 'acme')).toMatchObject({ code: 0 });
  const refused = await ada.get<{ detail: string }>('/v1/organizations/acme/members');
  expect(refused).toMatchObject({
    status: 403,
    body: { detail: `organization_suspended: This organization is suspended: ${operator.reason}` },
  });
  expect((await ada.get('/v1/organizations')).status).toBe(200);
  expect(await operate('organization', 'resume', 'acme')).toMatchObject({ code: 0 });
  expect((await ada.get('/v1/organizations/acme/members')).status).toBe(200);
  const deeds = await deedsIn(ada, 5);
  expect(deeds.slice(3).map(({ action }) => action)).toEqual([
    'organization.suspended',
    'organization.resumed',
  ]);
});

it('a restore to a time before a suspension suspends again whom and what the trail says', async () => {
  const moment = new Date().toISOString();
  await operate('person', 'suspend', acme.email);
  await operate('organization', 'suspend', 'acme');
  const database = new Client({ connectionString: await runningPostgres(`${folder.path}/postgres`) });
  await database.connect();
  onTestFinished(() => database.end());
  const stateOf = async () => {
    const { rows } = await database.query<{
      person: string | null;
      keys: boolean;
      organization: string | null;
    }>(
      `select u.suspended_reason as person, p.suspended as keys, o.suspended_reason as organization
       from identity.users u join organization.people p on p.user_id = u.id, organization.organizations o
       where u.email = $1 and o.slug = 'acme'`,
      [acme.email],
    );
    return rows[0];
  };
  const suspended = { person: operator.reason, keys: true, organization: operator.reason };
  await expect.poll(stateOf).toEqual(suspended);
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
  expect(await stateOf()).toEqual(suspended);
  await operate('organization', 'resume', 'acme');
  await operate('person', 'resume', acme.email);
});

it('a deletion by an operator closes the organization and mails its admins', async () => {
  const ada = api.withSession((await signIn(api, smtp, acme.email)).token);
  expect(await operate('organization', 'delete', 'acme')).toMatchObject({ code: 2 });
  expect((await ada.get('/v1/organizations/acme/members')).status).toBe(200);
  expect(await operate('organization', 'delete', 'acme', '--confirm', 'acme')).toMatchObject({ code: 0 });
  expect((await ada.get('/v1/organizations/acme/members')).status).toBe(409);
  const mail = await waitFor(() => smtp.mails.find(({ subject }) => subject.includes('will be deleted')), {
    what: 'the mail to the admin',
  });
  expect(mail.text).toContain(`http://localhost:${Number(port) + 5}/o/acme`);
});

it('a look at an unknown person ends with 3, and unknown words with 2', async () => {
  expect(await operate('person', 'show', 'nobody@nowhere.example')).toMatchObject({ code: 3 });
  expect(await operate('workspace', 'show', 'x')).toMatchObject({ code: 2 });
});
