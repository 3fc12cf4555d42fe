/** The load process: sends bursts from outside the measured processes, so that its CPU time is not measured. */
import { Pool } from 'undici';
import type { Burst, BurstResult } from './load-messages.ts';

const pools = new Map<string, Pool>();

/** One pool per origin and number of connections. They stay open between bursts, as those of a proxy do. */
function poolOf(origin: string, connections: number): Pool {
  const key = `${connections} to ${origin}`;
  let pool = pools.get(key);
  if (pool === undefined) {
    pool = new Pool(origin, { connections, pipelining: 1, keepAliveTimeout: 60_000 });
    pools.set(key, pool);
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

  const sendOne = async (
    requestHeaders: Burst['headers'][number],
    requestBody: string | undefined,
  ): Promise<void> => {
    const sentAt = performance.now();
    const { statusCode, body } = await pool.request({
      path,
      method: requestBody === undefined ? 'GET' : 'POST',
      headers: requestHeaders,
      ...(requestBody !== undefined && { body: requestBody }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
    times[answered] = performance.now() - sentAt;
    answered += 1;
  };
  const keepSending = async (requestHeaders: Burst['headers'][number] = {}): Promise<void> => {
    while (sent < requests && failures.length === 0 && performance.now() < end) {
      const requestBody = bodies?.[sent];
      sent += 1;
      await sendOne(requestHeaders, requestBody).catch((error: unknown) => failures.push(String(error)));
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
