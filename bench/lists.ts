import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { aims } from './aims.ts';
import { createWorkspace, insertIntegrations, type Platform } from './platform.ts';
import { judge, median, percentile, progress, report } from './report.ts';
import type { Settings } from './settings.ts';

/** The most integrations of a workspace. */
const integrations = 1_000;
/** Lists of one organization that are asked for at once. */
const listers = 24;

/** Texts as long as they may be: about 3 KB of JSON for each integration. */
const lengthen = `
  update integration.integrations set return_url = 'https://agency.example/' || repeat('x', 2025)
  where workspace_id = $1::uuid`;

/** Milliseconds of requests one after the other. */
async function sample({ address, people }: Platform, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const begin = performance.now();
    const answer = await fetch(`${address}/v1/me`, { headers: people[1] ?? {} });
    await answer.text();
    if (!answer.ok) throw new Error(`/v1/me was answered with ${answer.status}`);
    times.push(performance.now() - begin);
    await sleep(5);
  }
  return times;
}

/** Asks for the longest lists of one organization at once, and measures what a request of somebody else takes meanwhile. */
export async function benchLists(platform: Platform, { seconds }: Settings): Promise<void> {
  progress('lists');
  const { address, people, sql } = platform;
  const workspace = await createWorkspace(platform, 'bench-lists');
  await insertIntegrations(platform, workspace, integrations);
  await sql(lengthen, [workspace.id]);
  await sample(platform, seconds);
  const idle = await sample(platform, seconds * 3);
  // In a thread of its own, so that reading the lists does not delay the requests that are measured.
  // Several people: of one person's lists only 16 may wait.
  const loads = people.slice(2, 5).map((headers) =>
    autocannon({
      url: `${address}${workspace.path}`,
      headers,
      connections: listers / 3,
      duration: Math.ceil(seconds * 5) + 1,
      timeout: 60,
      workers: 1,
    }),
  );
  await sleep(seconds * 1_000);
  const busy = await sample(platform, seconds * 3);
  const results = await Promise.all(loads);
  const sumOf = (of: (result: autocannon.Result) => number) =>
    results.reduce((sum, result) => sum + of(result), 0);
  const row = (share: number) => {
    const [before, meanwhile] = [percentile(idle, share), percentile(busy, share)];
    return [before.toFixed(1), meanwhile.toFixed(1), (meanwhile / before).toFixed(1)];
  };
  const ratio = median(busy) / median(idle);
  report(
    `Lists: GET /v1/me while ${listers} lists of ${integrations} integrations of one organization are asked for at once.\n` +
      `${sumOf(({ requests }) => requests.average).toFixed(1)} lists and ${(sumOf(({ throughput }) => throughput.average) / 1e6).toFixed(0)} MB per second; ` +
      `${sumOf(({ non2xx }) => non2xx)} were refused.`,
    ['GET /v1/me', 'idle ms', 'meanwhile ms', 'ratio', 'aim'],
    [
      ['p50', ...row(0.5), judge('GET /v1/me beside lists', ratio, aims.besideLists, 'x')],
      ['p95', ...row(0.95), ''],
    ],
  );
}
