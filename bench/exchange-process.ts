/** The baseline of connects and verifications: the same requests by bare undici, with their answers parsed. */
import { Pool } from 'undici';
import type { Exchanged, Exchanges } from './exchange-messages.ts';

async function json(
  pool: Pool,
  request: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string },
): Promise<Record<string, unknown>> {
  const { statusCode, body } = await pool.request(request);
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${request.path} answered ${statusCode}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

const pools = new Map<string, Pool>();

async function exchange({ api, fields, kind, times, concurrency }: Exchanges): Promise<Exchanged> {
  const { origin, pathname } = new URL(api);
  const pool = pools.get(origin) ?? new Pool(origin, { connections: 16, keepAliveTimeout: 60_000 });
  pools.set(origin, pool);
  const login = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: fields['clientId'] ?? '',
      client_secret: fields['clientSecret'] ?? '',
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const answer = await json(pool, { method: 'POST', path: `${pathname}/oauth2/token`, headers, body });
    return String(answer['access_token']);
  };
  const account = (token: string): Promise<unknown> =>
    json(pool, {
      method: 'GET',
      path: `${pathname}/2026-07/advertisers/me`,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    });
  const token = await login();
  const once = async (): Promise<void> => void (await account(kind === 'connect' ? await login() : token));
  const durations: number[] = [];
  const repeat = async (): Promise<void> => {
    while (durations.length < times) {
      const began = performance.now();
      await once();
      durations.push(performance.now() - began);
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: concurrency }, repeat));
  const { user, system } = process.cpuUsage(before);
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    cpu: (user + system) / 1_000 / durations.length,
    p50: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    failure: undefined,
  };
}

process.on('message', (exchanges: Exchanges) => {
  void exchange(exchanges)
    .catch((error: unknown): Exchanged => ({ cpu: 0, p50: 0, failure: String(error) }))
    .then((exchanged) => process.send?.(exchanged));
});
process.on('disconnect', () => process.exit(0));
