import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { providers as declaredProviders } from '@patchbay/integration/providers';
import { byName } from '@patchbay/platform/by-name';
import { serviceNames } from '@patchbay/platform/services';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { attributes } from '@patchbay/telemetry/attributes';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import { createAuthority } from '@patchbay/testing/certificates';
import { type Collector, createCollector } from '@patchbay/testing/collector';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAt, trailWhen } from '../api.ts';
import { awaitedCounters } from '../observability/awaited-counters.ts';
import { acme, invite, mailTo, signIn } from '../people.ts';
import { claimServers, type Stack, startTestStack } from '../stack.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { prepareDatabasesByHand } from './databases-by-hand.ts';
import { describeStory } from './story.ts';
import { incompleteProcesses, missingMetrics, wrongSeries } from './telemetry/known-metrics.ts';
import { missingFromStart } from './telemetry/series-from-start.ts';
import { differencesFromTable, missingEdges } from './telemetry/spans.ts';

const workspace = '/v1/organizations/acme/workspaces/spring';
const authority = createAuthority();
const { certificate, key } = authority.issue(['127.0.0.1']);
let folder: TemporaryDirectory;
let smtp: TestSmtpServer;
let collector: Collector;
let providers: AdProviders;
let receiver: WebhookReceiver;
let stack: Stack;
let api: Api;
/** Of Ada's session. */
let token: string;
let ada: Api;
/** The parts of the `traceparent` of the answer to `createIntegration`. */
let createdIn: string[];

beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-processes-');
  [smtp, collector, receiver, providers] = await Promise.all([
    createSmtpServer(),
    createCollector(),
    startWebhookReceiver(),
    startAdProviders(createSimulators().filter(({ provider }) => provider === 'google_ads')),
  ]);
  const providersFile = join(folder.path, 'providers.json');
  await writeFile(providersFile, JSON.stringify(providers.installations));
  stack = await startTestStack(
    { ...(await claimServers()), smtpUrl: smtp.url },
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      COMMIT: '4f9d2c1',
      RPC_TLS_CERTIFICATE: certificate,
      RPC_TLS_KEY: key,
      RPC_TLS_CA: authority.certificate,
    },
    (name) => (name === 'integration' ? { PROVIDERS_FILE: providersFile } : {}),
    // Holds the SQL of the page true: the whole story works on what it makes.
    prepareDatabasesByHand,
  );
  api = apiAt(stack.address);
});
afterAll(async () => {
  await Promise.all([smtp?.stop(), collector?.stop(), receiver?.stop(), providers?.stop(), folder?.remove()]);
});

const recorded = (action: string) =>
  trailWhen(ada, 'acme', (entries) => entries.some((entry) => entry.action === action));

/** Has the background verify and renew the integration now. */
async function makeDue(): Promise<void> {
  const sql = new Client({ connectionString: stack.adminUrl });
  await sql.connect();
  await sql.query(
    `update integration.integrations set check_at = now() - interval '1 second' where check_at is not null`,
  );
  await sql.query(
    `update integration.credentials set renew_at = now() - interval '1 second' where renew_at is not null`,
  );
  await sql.end();
}

/** Opens a page of the Portal, and makes a call as the page does. */
async function openPage(): Promise<void> {
  const page = await fetch(`${stack.portalAddress}/sign-in`);
  const settings = /content="(\{&quot;apiUrl[^"]*)"/.exec(await page.text())?.[1] ?? '{}';
  const { traceparent } = JSON.parse(settings.replaceAll('&quot;', '"')) as { traceparent: string };
  const answer = await fetch(`${stack.address}/v1/auth/session`, { headers: { traceparent } });
  expect(answer.status).toBe(401);
}

const scrape = async (): Promise<Record<string, string>> => {
  const texts = await Promise.all(
    serviceNames.map(async (name) => (await fetch(`${stack.process(name).adminUrl}/metrics`)).text()),
  );
  return Object.fromEntries(serviceNames.map((name, index) => [name, texts[index] ?? '']));
};

describe('eight processes on a real Postgres, Redis and Kafka, with mutual TLS between them', () => {
  it('processes export every series of a counter whose first event a rule must see from their start', async () => {
    const selectors = awaitedCounters();
    expect(selectors.length).toBeGreaterThan(10);
    const provider = declaredProviders.map((one) => one.provider);
    expect(missingFromStart(selectors, await scrape(), { provider })).toEqual([]);
  });

  describeStory(() => ({ address: stack.address, smtp }));

  it('Ada signs in again, invites a member and connects an integration at its provider', async () => {
    ({ token } = await signIn(api, smtp, acme.email));
    ada = api.withSession(token);
    expect(
      (await ada.post('/v1/organizations/acme/workspaces', { name: 'Spring', slug: 'spring' })).status,
    ).toBe(201);
    await invite(ada, workspace, { email: 'bob@acme.example', role: 'member' });
    await mailTo(smtp, 'bob@acme.example');
    // Else audit may record it together with the next event, and the statements are in the trace of one of both.
    await recorded('invitation.created');
    const created = await ada.post<{ connectUrl: string }>(`${workspace}/integrations`, {
      provider: 'google_ads',
      name: 'Search',
    });
    expect(created.status).toBe(201);
    createdIn = created.headers.get('traceparent')?.split('-') ?? [];
    const link = `/v1/connect/${created.body.connectUrl.split('/').at(-1)}`;
    const { body } = await api.post<{ authorizationUrl: string }>(`${link}/oauth`);
    const back = await fetch(await providers.consent(body.authorizationUrl), { redirect: 'manual' });
    expect(back.headers.get('location')).toContain('outcome=connected');
    await recorded('integration.connected');
  });

  it('the entry of a new webhook is delivered to it', async () => {
    const { url } = receiver;
    expect((await ada.post('/v1/organizations/acme/webhooks', { url })).status).toBe(201);
    await waitFor(() => receiver.received.length > 0, { what: 'a delivery' });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.created' });
  });

  it('one trace leads from each request to all that it causes: calls, statements, events, mails, providers', async () => {
    await openPage();
    await makeDue();
    await waitFor(() => missingEdges(collector.spans).length === 0, {
      what: 'all edges between spans',
    }).catch(() => {});
    expect(missingEdges(collector.spans)).toEqual([]);
  });

  it('the log line of a request names its trace and its span', async () => {
    const [, traceId, spanId] = createdIn;
    const ofRequest = () =>
      stack
        .process('gateway')
        .log()
        .split('\n')
        .find((line) => line.includes('"operation":"createIntegration"'));
    const line = await waitFor(ofRequest, { what: 'the log line' });
    expect(JSON.parse(line)).toMatchObject({ trace_id: traceId, span_id: spanId });
    const span = collector.spans.find((one) => one.spanId === spanId);
    expect(span).toMatchObject({ traceId, name: 'createIntegration', kind: 'server' });
  });

  it('spans of eight processes and their attributes are those of the table', () => {
    expect(differencesFromTable(collector.spans)).toEqual([]);
    const created = collector.spans.find(({ name }) => name === 'createIntegration');
    expect(created?.attributes).toMatchObject({
      [attributes.callerType]: 'session',
      [attributes.organizationId]: expect.stringMatching(/^[0-9a-f-]{36}$/),
      [attributes.httpStatus]: 201,
    });
  });

  it('metrics of eight processes and their labels are those of the table, and no label is an id', async () => {
    const scrapes = await scrape();
    expect(wrongSeries(scrapes)).toEqual([]);
    expect(missingMetrics(scrapes)).toEqual([]);
    expect(incompleteProcesses(scrapes)).toEqual([]);
    expect(scrapes['audit']).toMatch(/^patchbay_build\{version="[\d.]+",commit="4f9d2c1"[^}]*\} 1$/m);
  });

  it('the gateway finds every service healthy, and streams the export of the trail', async () => {
    expect(await api.get('/health')).toMatchObject({ status: 200 });
    const exported = await fetch(`${stack.address}/v1/organizations/acme/audit-logs/export`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await exported.text()).toContain('organization.created');
  });

  it('every service stops with exit code 0', async () => {
    expect(await stack.stop()).toEqual(byName(serviceNames, () => 0));
  });
});
