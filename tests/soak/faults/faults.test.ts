import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { type Provisioned, provisionServers } from '@patchbay/servers/provision';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type AuditLog, apiAt, firstBrokenLink, trailOf, trailWhen } from '../../api.ts';
import { acme, signIn, signUpAndIn } from '../../people.ts';
import { type Stack, startTestStack } from '../../stack.ts';

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let servers: Provisioned<'postgres' | 'redis' | 'kafka'>;
let smtp: TestSmtpServer;
let providers: AdProviders;
let stack: Stack;
let api: Api;
let ada: Api;

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-faults-');
  [servers, smtp, providers] = await Promise.all([
    provisionServers({
      want: ['postgres', 'redis', 'kafka'],
      // No server of the environment: the tests stop and kill them.
      environment: {},
      directory: folder.path,
    }),
    createSmtpServer(),
    startAdProviders(createSimulators().filter(({ provider }) => provider === 'criteo')),
  ]);
  const providersFile = join(folder.path, 'providers.json');
  await writeFile(providersFile, JSON.stringify(providers.installations));
  stack = await startTestStack(
    {
      postgresUrl: servers.postgres.url,
      redisUrl: servers.redis.url,
      kafkaBrokers: servers.kafka.brokers,
      smtpUrl: smtp.url,
    },
    {},
    (name) => (['integration', 'relay'].includes(name) ? { PROVIDERS_FILE: providersFile } : {}),
  );
  api = apiAt(stack.address);
  ada = api.withSession(await signUpAndIn(api, smtp, acme));
});
afterAll(async () => {
  await stack?.stop();
  await Promise.all([smtp?.stop(), providers?.stop()]);
  await servers?.stop();
  await folder?.remove();
});

const renamesIn = (trail: readonly AuditLog[]): unknown[] =>
  trail.filter(({ action }) => action === 'user.updated').map(({ changes }) => changes[0]?.after);

/** Every acknowledged rename is in the trail, no rename is there twice, and the hash chain is intact. */
async function expectComplete(acknowledged: readonly string[]): Promise<void> {
  const trail = await trailWhen(
    ada,
    'acme',
    (entries) => {
      const renames = new Set(renamesIn(entries));
      return acknowledged.every((name) => renames.has(name));
    },
    120_000,
  );
  const renames = renamesIn(trail);
  expect(acknowledged.filter((name) => !renames.includes(name))).toEqual([]);
  expect(renames).toHaveLength(new Set(renames).size);
  expect(firstBrokenLink(trail)).toBeUndefined();
}

/** Connects an integration of the simulated Criteo; resolves with its path. */
async function connectCriteo(): Promise<string> {
  await ada.post('/v1/organizations/acme/workspaces', { name: 'North', slug: 'north' });
  const path = '/v1/organizations/acme/workspaces/north/integrations';
  const created = await ada.post<{ id: string }>(path, { provider: 'criteo', name: 'C', access: 'manage' });
  const one = `${path}/${created.body.id}`;
  const [{ fields }] = providers.of('criteo').simulator.ways;
  expect((await ada.post(`${one}/credentials`, fields)).status).toBe(200);
  return one;
}

/** Relays a change that the provider has received and does not answer until it is let go. */
async function relayHeld(path: string) {
  const criteo = providers.of('criteo');
  const letGo = criteo.hold();
  const before = criteo.requests.length;
  const sent = ada.put(path, { data: {} });
  await waitFor(() => criteo.requests.length > before, { what: 'the relayed request' });
  return { sent, letGo };
}

const sentTo =
  (path: string) =>
  ({ action, metadata }: AuditLog): boolean =>
    action === 'integration.request_sent' && (metadata as { path?: string }).path === path;

it('a relayed change is in the trail, without a status, when relay is killed between its note and the answer', async () => {
  const path = '/marketing-solutions/ad-sets/1/audience';
  const { sent, letGo } = await relayHeld(`${await connectCriteo()}/relay/marketing${path}?q=secret`);
  await stack.process('relay').kill();
  expect((await sent).status).toBe(503);
  letGo();
  await stack.start('relay');
  // As if the minutes were over in which the answer could have come.
  const database = new Client({ connectionString: stack.adminUrl });
  await database.connect();
  const noted = await database.query(
    `update integration.sent_changes set sent_at = sent_at - interval '5 minutes', overdue_at = now() - interval '1 minute'`,
  );
  await database.end();
  expect(noted.rowCount).toBe(1);
  const trail = await trailWhen(ada, 'acme', (entries) => entries.some(sentTo(path)));
  expect(trail.filter(sentTo(path))).toMatchObject([{ metadata: { status: null } }]);
});

it('a relayed change that was answered while Postgres was down is in the trail once, with its status', async () => {
  const path = '/marketing-solutions/ad-sets/2/audience';
  const { sent, letGo } = await relayHeld(`${await connectCriteo()}/relay/marketing${path}`);
  await servers.postgres.kill();
  letGo();
  expect((await sent).status).toBe(200);
  await servers.postgres.start();
  await waitFor(async () => (await api.get('/health')).status === 200, {
    what: 'every service to be ready again',
  });
  const trail = await trailWhen(ada, 'acme', (entries) => entries.some(sentTo(path)));
  expect(trail.filter(sentTo(path))).toMatchObject([{ metadata: { status: 200 } }]);
});

it('nothing that was acknowledged is lost or doubled when audit is killed between its insert and the commit of the offset', async () => {
  await stack.process('audit').stop();
  const preload = import.meta.resolve('@patchbay/testing/die-before-offset-commit');
  await stack.start('audit', { NODE_OPTIONS: `--import=${preload}` });
  expect((await ada.patch('/v1/me', { name: 'inserted once' })).status).toBe(200);
  expect(await stack.process('audit').exited).toMatchObject({ signal: 'SIGKILL' });

  const database = new Client({ connectionString: stack.adminUrl });
  await database.connect();
  const inserted = await database.query(
    `select 1 from audit.entries where entry::text like '%inserted once%'`,
  );
  await database.end();
  expect(inserted.rowCount).toBe(1);
  await stack.start('audit');
  // Same partition, so it is consumed after the redelivered one.
  expect((await ada.patch('/v1/me', { name: 'after it' })).status).toBe(200);
  await expectComplete(['inserted once', 'after it']);
});

it('nothing that was acknowledged is lost or doubled when a person leaves before audit has seen what they did, and organization is down when audit starts again', async () => {
  await stack.process('audit').stop();
  const { token, userId } = await signIn(api, smtp, 'grace@acme.example');
  const grace = api.withSession(token);
  expect((await grace.patch('/v1/me', { name: 'while a member' })).status).toBe(200);
  expect((await grace.delete(`/v1/organizations/acme/members/${userId}`)).status).toBe(204);
  expect((await grace.patch('/v1/me', { name: 'after leaving' })).status).toBe(200);

  await stack.process('organization').kill();
  await stack.start('audit');
  const { adminUrl } = stack.process('audit');
  await waitFor(
    async () => {
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
      return /^patchbay_events_consumed_total\{.*outcome="repeated".*\} [1-9]/m.test(metrics);
    },
    { what: 'audit to try in vain' },
  );
  await stack.start('organization');
  await expectComplete(['while a member']);
  const expected = ['member.added', 'member.removed', 'user.signed_in', 'user.updated'];
  const actionsIn = (trail: readonly AuditLog[]) =>
    trail.filter(({ actor }) => actor.email === 'grace@acme.example').map(({ action }) => action);
  // The events of organization come by another partition than those of identity.
  const isComplete = (trail: readonly AuditLog[]) => actionsIn(trail).length >= expected.length;
  const trail = await trailWhen(ada, 'acme', isComplete);
  expect(actionsIn(trail).toSorted()).toEqual(expected);
});

it('nothing that was acknowledged is lost or doubled when every service is killed and started again while Kafka is down', async () => {
  const metricsOf = async (name: ServiceName) =>
    (await fetch(`${stack.process(name).adminUrl}/metrics`)).text();
  await servers.kafka.stop();
  await Promise.all(serviceNames.map((name) => stack.process(name).kill()));
  // Resolves when each of them is ready.
  await Promise.all(serviceNames.map((name) => stack.start(name)));
  await expect.poll(async () => (await api.get('/health')).status).toBe(200);
  expect((await ada.patch('/v1/me', { name: 'started without Kafka' })).status).toBe(200);
  const readiness = await fetch(`${stack.process('audit').adminUrl}/readyz`);
  expect(await readiness.json()).toMatchObject({
    status: 'ok',
    background: { 'consumer audit': expect.any(String) },
  });
  expect(await metricsOf('audit')).toMatch(/^patchbay_consumer_running\{.*consumer="audit".*\} 0$/m);
  await waitFor(
    async () => /^patchbay_outbox_oldest\{.*context="identity".*\} [1-9]/m.test(await metricsOf('identity')),
    { what: 'the age of the oldest event' },
  );

  await servers.kafka.start();
  await expectComplete(['started without Kafka']);
  expect(await metricsOf('audit')).toMatch(/^patchbay_consumer_running\{.*consumer="audit".*\} 1$/m);
  const troubles = stack
    .process('audit')
    .log()
    .match(/consumer failed, restarting it/g);
  expect(troubles).toHaveLength(1);
});

describe('a creation whose answer was lost is made once, and the same key gets its answer', () => {
  interface Key {
    readonly id: string;
    readonly key: string;
  }
  const path = '/v1/organizations/acme/api-keys';
  const create = (client: Api, name: string) =>
    client.withIdempotencyKey(name).post<Key>(path, { name, level: 'user' });
  const idsOf = async (name: string): Promise<string[]> => {
    const { body } = await ada.get<{ apiKeys: { id: string; name: string }[] }>(path);
    return body.apiKeys.filter((key) => key.name === name).map(({ id }) => id);
  };

  it.each(['gateway', 'organization'] as const)(
    'a creation whose answer was lost is made once, and its key gets the answer, when %s is killed between the commit and its answer, and Redis is restarted',
    async (service) => {
      const name = `lost by ${service}`.replaceAll(' ', '-');
      await stack.process(service).stop();
      const preload = new URL('./die-before-answer.mjs', import.meta.url).href;
      await stack.start(service, { NODE_OPTIONS: `--import=${preload}` });
      const lost = await create(ada, name).then(
        ({ status }) => status,
        () => 'a lost connection',
      );
      expect(lost).toBe(service === 'gateway' ? 'a lost connection' : 503);
      expect(await stack.process(service).exited).toMatchObject({ signal: 'SIGKILL' });
      await servers.redis.stop();
      await servers.redis.start();
      await stack.start(service);
      const made = await idsOf(name);
      expect(made).toHaveLength(1);

      const replay = await create(ada, name);
      expect(replay.status).toBe(201);
      expect(replay.headers.get('idempotency-replayed')).toBe('true');
      expect(replay.body.id).toBe(made[0]);
      // The secret of the replay is the one that was created.
      expect((await api.withKey(replay.body.key).get('/v1/me')).status).toBe(200);
      expect((await create(ada, name)).body).toEqual(replay.body);
      expect(await idsOf(name)).toEqual(made);
      const trail = await trailWhen(ada, 'acme', (entries) =>
        entries.some(({ target }) => target.id === made[0]),
      );
      expect(
        trail.filter(({ action, target }) => action === 'api_key.created' && target.name === name),
      ).toHaveLength(1);
    },
  );
});

it('the whole trail is one intact chain after all faults', async () => {
  const { length } = await trailOf(ada, 'acme');
  const { body } = await ada.get<{ checked: number }>('/v1/organizations/acme/audit-logs/verify');
  expect(body).toMatchObject({ intact: true, firstBrokenSequence: null });
  expect(body.checked).toBeGreaterThanOrEqual(length);
});
