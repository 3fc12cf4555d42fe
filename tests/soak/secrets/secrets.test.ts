import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@patchbay/platform/services';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import { type Collector, createCollector } from '@patchbay/testing/collector';
import { testServers } from '@patchbay/testing/servers';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAt, trailOf } from '../../api.ts';
import { acme, signUpAndIn } from '../../people.ts';
import { claimServers, type Stack, startTestStack } from '../../stack.ts';
import { type RecordingClient, recordingClient } from './client.ts';
import { type Integration, type LifeContext, type ListedProvider, lifeOf } from './life.ts';
import { monitorRedis, type RedisMonitor, readDatabase, readKafka } from './places.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addExchanged, createKnownSecrets, createScan, type Readable } from './scan.ts';

const path = '/v1/organizations/acme/workspaces/north/integrations';
/** Not a secret: is put into every place on purpose, to prove that the scan reads the place. */
const canary = `canary-${Date.now().toString(36)}`;
const sealingKey = generateSealingKey('scan');
const known = createKnownSecrets();
/** One server each: a fault of one provider must not open the breaker of another one. */
const servers = new Map<string, AdProviders>();
let folder: TemporaryDirectory;
let smtp: TestSmtpServer;
let collector: Collector;
let redis: RedisMonitor;
let stack: Stack;
let receiver: Receiver;
let client: RecordingClient;
let session: string;
let providers: readonly ListedProvider[];
const contextOf = new Map<string, LifeContext>();
const simulated = createSimulators().map(({ provider }) => provider);

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-secrets-');
  [smtp, collector, receiver] = await Promise.all([createSmtpServer(), createCollector(), startReceiver()]);
  redis = await monitorRedis(testServers().redisUrl);
  for (const simulator of createSimulators())
    servers.set(simulator.provider, await startAdProviders([simulator]));
  const providersFile = join(folder.path, 'providers.json');
  const installations = [...servers.values()].map((server) => server.installations);
  await writeFile(providersFile, JSON.stringify(Object.assign({}, ...installations)));
  stack = await startTestStack(
    { ...(await claimServers()), smtpUrl: smtp.url },
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200', LOG_LEVEL: 'debug' },
    (name) => ({
      ...(name !== 'audit' && { SEALING_KEYS: sealingKey }),
      ...(['integration', 'relay'].includes(name) && { PROVIDERS_FILE: providersFile }),
    }),
  );
  const api = apiAt(stack.address);
  session = await signUpAndIn(api, smtp, acme);
  const ada = api.withSession(session);
  await ada.post('/v1/organizations/acme/workspaces', { name: `North ${canary}`, slug: 'north' });
  const created = await ada.post<{ key: string }>('/v1/organizations/acme/api-keys', {
    name: 'Scan',
    level: 'workspace',
    workspaceSlug: 'north',
    role: 'member',
  });
  if (created.status !== 201) throw new Error(`the creation of a key answered ${created.status}`);
  known.add('the session token', session);
  known.add('the API key', created.body.key);
  known.add('the sealing key', sealingKey.slice('scan:'.length));
  client = recordingClient(stack.address);
  const bearer = { authorization: `Bearer ${session}`, 'x-request-id': canary };
  const listed = await client.send<{ providers: ListedProvider[] }>('/v1/integrations/providers', {
    headers: bearer,
  });
  ({ providers } = listed.body);
  for (const [provider, adProviders] of servers)
    contextOf.set(provider, {
      client,
      known,
      adProviders,
      session: bearer,
      key: { 'x-api-key': created.body.key },
      path,
      canary,
    });
});
afterAll(async () => {
  redis?.stop();
  await stack?.stop();
  await Promise.all([...servers.values()].map((server) => server.stop()));
  await Promise.all([smtp?.stop(), collector?.stop(), receiver?.stop(), folder?.remove()]);
});

const life = (provider: string) => {
  const [context, listed] = [contextOf.get(provider), providers.find((each) => each.provider === provider)];
  if (context === undefined || listed === undefined) throw new Error(`${provider} is not listed`);
  return lifeOf(context, listed);
};

/** Has the background verify and renew everything now; resolves with how many integrations it has verified and renewed. */
async function runBackground(): Promise<{ verified: number; renewed: number }> {
  const sql = new Client({ connectionString: stack.adminUrl });
  await sql.connect();
  try {
    const [begun] = (await sql.query<{ at: Date }>('select now() as at')).rows;
    await sql.query(
      `update integration.integrations set check_at = now() - interval '1 second' where check_at is not null`,
    );
    await sql.query(
      `update integration.credentials set renew_at = now() - interval '1 second' where renew_at is not null`,
    );
    const count = async () => {
      const { rows } = await sql.query<Record<'verified' | 'renewed' | 'left', number>>(
        `select count(*) filter (where i.status_checked_at > $1)::int as verified,
           count(*) filter (where c.updated_at > $1)::int as renewed,
           count(*) filter (where i.status_checked_at <= $1 or c.renew_at is not null and c.updated_at <= $1)::int as left
         from integration.integrations i join integration.credentials c on c.integration_id = i.id
         where i.check_at is not null`,
        [begun?.at],
      );
      return rows[0];
    };
    return await waitFor(
      async () => {
        const counted = await count();
        return counted?.left === 0 && counted;
      },
      { what: 'the background to have verified and renewed everything', timeoutMs: 300_000, intervalMs: 250 },
    );
  } finally {
    await sql.end();
  }
}

/** Puts the canary where requests do not put it, and reads every place. */
async function readEverything(): Promise<ReadonlyMap<string, readonly Readable[]>> {
  const { redisUrl, kafkaBrokers } = testServers();
  const writer = new Redis(redisUrl);
  await writer.set(`scan:${canary}`, canary, 'EX', 60);
  await writer.quit();
  const inRedis = await waitFor(() => redis.commands().text.includes(canary) && redis.commands(), {
    what: 'the report of the last command',
  });
  const processes = await Promise.all(
    serviceNames.map(async (name) => ({
      log: { where: `the log of ${name}`, text: stack.process(name).log() },
      metrics: {
        where: `the metrics of ${name}`,
        text: await (await fetch(`${stack.process(name).adminUrl}/metrics`)).text(),
      },
    })),
  );
  const trail = await trailOf(apiAt(stack.address).withSession(session), 'acme');
  return new Map<string, readonly Readable[]>([
    ['the database', await readDatabase(stack.adminUrl)],
    ['Kafka', await readKafka(kafkaBrokers)],
    ['Redis', [inRedis]],
    ['logs', processes.map(({ log }) => log)],
    ['metrics', processes.map(({ metrics }) => metrics)],
    ['traces', collector.bodies.map((body) => ({ where: 'a trace', text: body.toString('latin1') }))],
    ['answers', client.answers()],
    [
      'the trail',
      trail.map((entry) => ({ where: `the trail: ${entry.action}`, text: JSON.stringify(entry) })),
    ],
    ['mails', smtp.mails.map(({ text, html }) => ({ where: 'a mail', text: `${text}\n${html}` }))],
  ]);
}

describe('no secret can be read anywhere', () => {
  const connected = new Map<string, readonly Integration[]>();
  let everything: ReadonlyMap<string, readonly Readable[]>;

  it('every provider has a simulator', () => {
    expect(simulated.toSorted()).toEqual(providers.map(({ provider }) => provider).toSorted());
  });

  it.each(simulated)(
    'an integration of %s is connected in every way, fails in every way, is disabled and enabled',
    async (provider) => {
      connected.set(provider, await life(provider).connectAndFail());
      expect(servers.get(provider)?.of(provider).unexpected).toEqual([]);
    },
  );

  it('the background verifies and renews every integration', async () => {
    const { verified, renewed } = await runBackground();
    expect(verified).toBeGreaterThanOrEqual(simulated.length);
    expect(renewed).toBeGreaterThan(0);
  });

  it.each(simulated)('an integration of %s is deleted', async (provider) => {
    const [first] = connected.get(provider) ?? [];
    if (first === undefined) throw new Error(`${provider} was not connected`);
    expect(await life(provider).remove(first)).toBe(204);
  });

  it.each(simulated)(
    'the credentials of %s are revoked at the provider where it can revoke',
    async (provider) => {
      expect(await life(provider).isRevoked()).toBe(true);
    },
  );

  it('a webhook gets deliveries, refuses some, is tested and gets another secret', async () => {
    const ada = apiAt(stack.address).withSession(session);
    const webhooks = '/v1/organizations/acme/webhooks';
    const created = await ada.post<{ id: string; secret: string }>(webhooks, {
      url: receiver.url,
      description: `Scan ${canary}`,
      actions: ['webhook.*'],
    });
    expect(created).toMatchObject({ status: 201 });
    const webhook = `${webhooks}/${created.body.id}`;
    const rotated = await ada.post<{ secret: string }>(`${webhook}/rotate-secret`, { graceHours: 1 });
    expect(rotated).toMatchObject({ status: 200 });
    for (const { secret } of [created.body, rotated.body])
      known.add('the secret of a webhook', secret.slice('whsec_'.length));
    known.add('what a receiver answers', receiver.secrets.answer);
    const headers = { authorization: `Bearer ${session}`, 'x-request-id': canary };
    for (let time = 0; time < 2; time += 1)
      expect(await client.send(`${webhook}/test`, { method: 'POST', headers })).toMatchObject({
        status: 200,
      });
    await waitFor(() => receiver.received() >= 4, { what: 'the deliveries' });
    expect(await client.send(`${webhook}/deliveries`, { headers })).toMatchObject({ status: 200 });
  });

  it('every place that is searched holds what was done', async () => {
    for (const [provider, adProviders] of servers) addExchanged(known, adProviders, provider);
    await waitFor(
      async () =>
        (await trailOf(apiAt(stack.address).withSession(session), 'acme')).filter(
          ({ action }) => action === 'integration.deleted',
        ).length === simulated.length,
      { what: 'the trail' },
    );
    everything = await readEverything();
    const find = createScan([{ what: 'the canary', value: canary }]);
    const without = [...everything].filter(([, readables]) => find(readables).length === 0);
    // Labels of metrics and mails of sign-ins have nothing of an integration's name.
    expect(without.map(([place]) => place)).toEqual(['metrics', 'mails']);
    const metrics = everything.get('metrics') ?? [];
    expect(metrics.map(({ text }) => text).join('\n')).toContain('provider="criteo"');
    expect(everything.get('mails')?.[0]?.text).toContain('/sign-in/verify?token=');
  });

  it('the address of a webhook is in its table alone', () => {
    const { path: inPath, query } = receiver.secrets;
    const scan = createScan([
      { what: 'the path', value: inPath },
      { what: 'the query', value: query },
    ]);
    const places = [...everything].filter(([, readables]) => scan(readables).length > 0);
    expect(places.map(([place]) => place)).toEqual(['the database']);
    expect(scan(everything.get('the database') ?? [])).toEqual([
      expect.stringMatching(/^the path in .*webhooks/),
      expect.stringMatching(/^the query in .*webhooks/),
    ]);
  });

  it('no secret is in any place that can be read', () => {
    const secrets = known.all();
    expect(secrets.length).toBeGreaterThan(10 * simulated.length);
    const scan = createScan(secrets);
    expect([...everything.values()].flatMap((readables) => scan(readables))).toEqual([]);
  });

  it('nothing of a deleted organization is in any table', async () => {
    const ada = apiAt(stack.address).withSession(session);
    const closed = await ada.delete('/v1/organizations/acme', { confirm: 'acme' });
    expect(closed).toMatchObject({ status: 202 });
    const sql = new Client({ connectionString: stack.adminUrl });
    await sql.connect();
    try {
      await sql.query(`update organization.organizations set deletes_at = now() - interval '1 second'`);
    } finally {
      await sql.end();
    }
    const { path: inPath, query } = receiver.secrets;
    const scan = createScan([
      ...known.all(),
      { what: 'a name', value: canary },
      { what: 'the path of a webhook', value: inPath },
      { what: 'the query of a webhook', value: query },
    ]);
    const find = async () => {
      const readables = await readDatabase(stack.adminUrl);
      return {
        findings: [...new Set(scan(readables))],
        tables: new Set(readables.map(({ where }) => where)),
      };
    };
    await waitFor(async () => (await find()).findings.length === 0, {
      what: 'everything of the organization to be gone',
      timeoutMs: 300_000,
      intervalMs: 2_000,
    }).catch(() => {});
    const { findings, tables } = await find();
    expect(findings).toEqual([]);
    for (const table of [
      'integration.credentials',
      'integration.integrations',
      'webhook.webhooks',
      'audit.entries',
    ])
      expect([...tables]).not.toContain(`table ${table}`);
  });
});
