import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { residentMb, watchMemory } from '@patchbay/testing/process-memory';
import { waitFor } from '@patchbay/testing/wait';
import { aims } from '../aims.ts';
import { type Headers, send, sendAtRate, type Target } from '../load.ts';
import { createWorkspace, type Platform, provider } from '../platform.ts';
import { atEnd, metered, sumOf } from '../processes.ts';
import { judge, median, percentile, progress, report } from '../report.ts';
import type { Settings } from '../settings.ts';
import type { Asked } from './undici.ts';
import { commonBodies } from './worst-bodies.ts';

/** An integration relays 16 requests at once: the load is spread over several. */
const integrations = 4;
const connectionCounts = [2, 16];
/** Numbers of requests, not times, so that each measurement has enough of them on a busy machine. */
const requestsPerSecond = 500;
const slowReaders = 16;
/** What `relayPerIntegration` lets through, and as many at once as an integration has turns. */
const bodiesPerSecond = 10;
const bodiesAtOnce = 16;
/** Another provider that connects by form, and what is read there. */
const other = { provider: 'equativ', path: 'supply/sites' };
const read = 'marketing/advertisers/me';
/** A read by POST, whose body is judged. */
const reportPath = 'marketing/statistics/report';
const longAnswer = 'marketing/marketing-solutions/advertisers/1/long';
const partBytes = 65_536;
const gigabyte = 1_000_000_000;

interface Relayed {
  readonly headers: Headers;
  /** Of a key with a grant for one account of the first integration: its bodies are looked through for others. */
  readonly pinned: Headers;
  /** Of an integration. */
  readonly paths: readonly string[];
  readonly otherPath: string;
}

const simulatorOf = (name: string) => createSimulators().find((each) => each.provider === name);

/** Connected integrations, and a key with a grant for each. */
async function connect(platform: Platform): Promise<Relayed> {
  const { call, people } = platform;
  const [admin] = people;
  const { path: all } = await createWorkspace(platform, 'bench-relay');
  const { id: apiKeyId, key } = await call(
    'POST',
    '/v1/organizations/acme/api-keys',
    { name: 'Bench relay', level: 'organization', role: 'admin' },
    admin,
  );
  const connected = async (name: string): Promise<string> => {
    const { id } = await call('POST', all, { provider: name, name }, admin);
    const own = `${all}/${String(id)}`;
    await call('POST', `${own}/credentials`, simulatorOf(name)?.ways[0].fields, admin);
    await call('POST', `${own}/grants`, { apiKeyId, access: 'read', accounts: null }, admin);
    return `${own}/relay`;
  };
  const { id: pinnedId, key: pinnedKey } = await call(
    'POST',
    '/v1/organizations/acme/api-keys',
    { name: 'Bench relay of one account', level: 'organization', role: 'member' },
    admin,
  );
  const headers = { 'x-api-key': String(key) };
  const paths: string[] = [];
  while (paths.length < integrations) {
    const path = await connected(provider);
    await call('GET', `${path}/${read}`, undefined, headers);
    paths.push(path);
  }
  const [first = ''] = paths;
  const grants = first.replace(/relay$/, 'grants');
  await call('POST', grants, { apiKeyId: pinnedId, access: 'read', accounts: ['1'] }, admin);
  return {
    headers,
    pinned: { 'x-api-key': String(pinnedKey) },
    paths,
    otherPath: `${await connected(other.provider)}/${other.path}`,
  };
}

/** The same request as the relay sends, by undici alone in a process of its own. */
async function startUndici({ origin, installations }: Platform['providers']) {
  const { endpoints } = installations[provider] as { endpoints: Record<string, string> };
  const [base = origin] = Object.values(endpoints);
  const { clientId = '', clientSecret = '' } = simulatorOf(provider)?.ways[0].fields ?? {};
  const answer = await fetch(`${base}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const child = fork(new URL('undici.ts', import.meta.url), { stdio: 'inherit' });
  atEnd(async () => child.kill());
  return async (connections: number, requests: number): Promise<number> => {
    child.send({
      url: `${base}/2026-07/advertisers/me`,
      headers: { authorization: `Bearer ${token}` },
      connections,
      requests,
    } satisfies Asked);
    const [cpuMs] = (await once(child, 'message')) as [number];
    return cpuMs / requests;
  };
}

const targetOf = ({ address: origin }: Platform, { headers, paths }: Relayed): Target => ({
  origin,
  path: `${paths[0]}/${read}`,
  headers: [headers],
  requestsOf: (connection) => [{ path: `${paths[connection % paths.length]}/${read}` }],
});

/** CPU of a relayed read beside that of the same request by undici, by turns. */
async function measureReads(
  platform: Platform,
  relayed: Relayed,
  { rounds, seconds, warmUpSeconds }: Settings,
): Promise<void> {
  const { serviceMeters, serverMeters, providers } = platform;
  const target = targetOf(platform, relayed);
  const byUndici = await startUndici(providers);
  const columns = [...Object.keys(serviceMeters), ...Object.keys(serverMeters)];
  const rows: string[][] = [];
  for (const connections of connectionCounts) {
    await send(target, { connections, requests: warmUpSeconds * requestsPerSecond });
    const requests = seconds * requestsPerSecond;
    await byUndici(connections, requests);
    const samples: {
      cpu: Record<string, number>;
      sum: number;
      bare: number;
      perSecond: number;
      ms: number;
    }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await byUndici(connections, requests);
      const {
        result,
        cpu,
        seconds: took,
      } = await metered({ ...serviceMeters, ...serverMeters }, () => send(target, { connections, requests }));
      samples.push({
        cpu: Object.fromEntries(columns.map((name) => [name, (cpu[name] ?? 0) / result.length])),
        sum: sumOf(cpu, Object.keys(serviceMeters)) / result.length,
        bare,
        perSecond: result.length / took,
        ms: median(result),
      });
    }
    const of = (figure: (sample: (typeof samples)[number]) => number) => median(samples.map(figure));
    const [cpu, ratio] = [of(({ sum }) => sum), of(({ sum, bare }) => sum / bare)];
    rows.push([
      String(connections),
      cpu.toFixed(3),
      judge(`relayed read over ${connections} connections`, cpu, aims.relay.cpuMs, ' ms'),
      of(({ bare }) => bare).toFixed(3),
      ratio.toFixed(1),
      judge(`relayed read over ${connections} connections`, ratio, aims.relay.ratio, 'x undici'),
      ...columns.map((name) => of((sample) => sample.cpu[name] ?? 0).toFixed(2)),
      of(({ perSecond }) => perSecond).toFixed(0),
      of(({ ms }) => ms).toFixed(1),
    ]);
    progress(`  ${connections} connections: ${cpu.toFixed(3)} ms, ${ratio.toFixed(1)} times undici`);
  }
  report(
    `Relayed reads of a small JSON answer: CPU ms per request, medians of ${rounds} rounds; in brackets: not in the sum`,
    [
      'connections',
      'CPU',
      'aim',
      'undici alone',
      'x undici',
      'aim',
      ...Object.keys(serviceMeters),
      ...Object.keys(serverMeters).map((name) => `(${name})`),
      'per s',
      'p50 ms',
    ],
    rows,
  );
}

/** Answers requests of `longAnswer` with this many bytes. */
function* bytes(count: number): Generator<Buffer> {
  const part = Buffer.alloc(partBytes, '{"campaign":"Winter coats","clicks":1234},');
  for (let left = count; left > 0; left -= partBytes) yield part.subarray(0, left);
}

async function open({ address }: Platform, path: string, headers: Headers): Promise<IncomingMessage> {
  const request = get(`${address}${path}`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200)
    throw new Error(`${path} was answered with ${response.statusCode}: ${await text(response)}`);
  response.on('error', () => {});
  return response;
}

/** The most memory of gateway and relay while a long answer is relayed. */
async function measureMemory(platform: Platform, { headers, paths }: Relayed, total: number): Promise<void> {
  const { services, providers } = platform;
  progress(`  an answer of ${total / 1e6} MB`);
  providers.of(provider).fail({
    name: 'a long answer',
    kind: 'transient',
    shows: 'verify',
    answer: ({ url }) =>
      url.endsWith('/long')
        ? { headers: { 'content-type': 'application/json' }, parts: bytes(total) }
        : undefined,
  });
  await platform.memory();
  const readings = Object.fromEntries(
    (['gateway', 'relay'] as const).map((name) => [name, () => residentMb(services.get(name)?.pid ?? 0)]),
  );
  const began = performance.now();
  const watched = await watchMemory(readings, async () => {
    const response = await open(platform, `${paths[0]}/${longAnswer}`, headers);
    let received = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) received += chunk.length;
    if (received !== total) throw new Error(`${received} of ${total} bytes arrived`);
  });
  const seconds = (performance.now() - began) / 1_000;
  report(
    `Memory while an answer of ${total / 1e6} MB is relayed (${(total / 1e6 / seconds).toFixed(0)} MB per second)`,
    ['service', 'before MB', 'most MB', 'more MB', 'aim'],
    Object.entries(watched).map(([name, { before, peak }]) => [
      name,
      before.toFixed(0),
      peak.toFixed(0),
      (peak - before).toFixed(0),
      judge(`memory of ${name} for a long answer`, peak - before, aims.relay.streamMb, ' MB'),
    ]),
  );
}

/** Milliseconds of reads at the last integration, over two connections. */
const sample = (platform: Platform, relayed: Relayed, { seconds }: Settings): Promise<readonly number[]> =>
  send(targetOf(platform, { ...relayed, paths: relayed.paths.slice(-1) }), {
    connections: 2,
    requests: seconds * requestsPerSecond,
  });

/** Takes a part of the answer every 100 ms, until it is aborted. */
async function readSlowly(response: IncomingMessage, ended: AbortSignal): Promise<void> {
  response.pause();
  while (!ended.aborted) {
    response.read();
    await sleep(100);
  }
  response.destroy();
}

/** Answers run at full speed until the sockets on their way are full. */
const untilQuiet = ({ serviceMeters }: Platform): Promise<unknown> =>
  waitFor(
    async () => {
      const { cpu } = await metered(serviceMeters, () => sleep(500));
      return sumOf(cpu) < 200;
    },
    { what: 'the slow readers to slow the relay down', timeoutMs: 60_000 },
  );

/** Reads of one integration while another one has slow readers, and while another provider does not answer. */
async function measureBeside(platform: Platform, relayed: Relayed, settings: Settings): Promise<void> {
  progress('  reads beside others');
  const { headers, paths, otherPath } = relayed;
  const rows: string[][] = [];
  const idle = await sample(platform, relayed, settings);
  const row = (name: string, times: readonly number[]): void => {
    const ratio = median(times) / median(idle);
    const aim = times === idle ? '' : judge(`relayed reads beside ${name}`, ratio, aims.relay.beside, 'x');
    rows.push([
      name,
      median(times).toFixed(1),
      percentile(times, 0.95).toFixed(1),
      percentile(times, 0.99).toFixed(1),
      ratio.toFixed(1),
      aim,
    ]);
  };
  row('nothing', idle);

  const ended = new AbortController();
  const slow = await Promise.all(
    Array.from({ length: slowReaders }, () => open(platform, `${paths[0]}/${longAnswer}`, headers)),
  );
  const reading = slow.map((response) => readSlowly(response, ended.signal));
  await untilQuiet(platform);
  row(`${slowReaders} slow readers of another integration`, await sample(platform, relayed, settings));
  ended.abort();
  await Promise.all(reading);

  const bodies = commonBodies.filter(({ type }) => type === undefined);
  const judged = sendAtRate(
    {
      origin: platform.address,
      path: `${paths[0]}/${reportPath}`,
      headers: [{ ...relayed.pinned, 'content-type': 'application/json' }],
      requestsOf: () =>
        bodies.map((body) => ({ method: 'POST', path: `${paths[0]}/${reportPath}`, body: body.text() })),
    },
    { connections: bodiesAtOnce, perSecond: bodiesPerSecond, seconds: 2 * settings.seconds },
  );
  row(
    `${bodiesPerSecond} of the most expensive bodies a second of another key`,
    await sample(platform, relayed, settings),
  );
  await judged;

  const release = platform.providers.of(other.provider).hold();
  const leaving = new AbortController();
  const waiting = Array.from({ length: slowReaders }, () =>
    fetch(`${platform.address}${otherPath}`, { headers, signal: leaving.signal }).catch(() => {}),
  );
  await sleep(200);
  row(`${slowReaders} requests to a provider that is down`, await sample(platform, relayed, settings));
  leaving.abort();
  release();
  await Promise.all(waiting);
  platform.providers.of(provider).fail();

  report(
    'Relayed reads over two connections, beside others: ms',
    ['beside', 'p50', 'p95', 'p99', 'ratio of p50', 'aim'],
    rows,
  );
}

/** Measures requests that the platform relays to an advertising system. */
export async function benchRelay(platform: Platform, settings: Settings): Promise<void> {
  progress('relay');
  const relayed = await connect(platform);
  await measureReads(platform, relayed, settings);
  await measureMemory(platform, relayed, gigabyte);
  await measureBeside(platform, relayed, settings);
}
