/** Sends bursts in a process of its own, so that what sending costs is nobody else's cost. */
import { Pool } from 'undici';
import type { Burst, BurstResult } from './load-messages.ts';

const pools = new Map<string, Pool>();

/** Connections stay open between bursts, as those of a proxy do. */
function poolOf(origin: string, connections: number): Pool {
  let pool = pools.get(origin);
  if (pool === undefined) {
    pool = new Pool(origin, { connections, pipelining: 1, keepAliveTimeout: 60_000 });
    pools.set(origin, pool);
  }
  return pool;
}

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

async function send({
  origin,
  path,
  headers,
  bodies,
  connections,
  requests,
  maxSeconds,
}: Burst): Promise<BurstResult> {
  const pool = poolOf(origin, connections);
  const times = new Float64Array(requests);
  const began = performance.now();
  const end = began + maxSeconds * 1_000;
  let sent = 0;
  let answered = 0;
  const failures: string[] = [];

  const one = async (own: Burst['headers'][number], sending: string | undefined): Promise<void> => {
    const from = performance.now();
    const { statusCode, body } = await pool.request({
      path,
      method: sending === undefined ? 'GET' : 'POST',
      headers: own,
      ...(sending !== undefined && { body: sending }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
    times[answered] = performance.now() - from;
    answered += 1;
  };
  const keepSending = async (own: Burst['headers'][number] = {}): Promise<void> => {
    while (sent < requests && failures.length === 0 && performance.now() < end) {
      const sending = bodies?.[sent];
      sent += 1;
      await one(own, sending).catch((error: unknown) => failures.push(String(error)));
    }
  };
  await Promise.all(
    Array.from({ length: connections }, (_, index) => keepSending(headers[index % headers.length])),
  );
  const sorted = times.subarray(0, answered).toSorted();
  const seconds = (performance.now() - began) / 1_000;
  return {
    answered,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    seconds,
    failure: failures[0],
  };
}

process.on('message', (burst: Burst) => {
  void send(burst).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
