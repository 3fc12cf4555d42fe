import { setTimeout as sleep } from 'node:timers/promises';
import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { table } from '@patchbay/testing/table';
import { Pool } from 'undici';
import type { Sql } from './database.ts';
import { median } from './rounds.ts';
import { type Headers, signIn } from './session.ts';

/** What happens to one organization while the requests of another one are measured. */
const situations = ['idle', 'hammered', 'lock held'] as const;
type Situation = (typeof situations)[number];

const writers = 100;
const rounds = 3;
const secondsEach = 2;
/** Time for the writers to reach the database, or to be gone, before a measurement. */
const settleMs = 500;

interface Request {
  readonly name: string;
  readonly method: 'GET' | 'PATCH';
  readonly path: string;
  readonly body?: () => string;
}

/** Milliseconds until each answer, and how many were not a 200. */
interface Answers {
  readonly times: number[];
  readonly failed: number;
}

const rename = (): string => JSON.stringify({ name: `Renamed at ${performance.now()}` });

async function signUp(address: string, smtp: TestSmtpServer, slug: string): Promise<Headers> {
  const email = `ada@${slug}.example`;
  const parked = {
    email,
    name: 'Ada',
    organizationName: slug,
    organizationSlug: slug,
    provider: 'magic-link',
  };
  return { 'content-type': 'application/json', ...(await signIn(address, smtp, '/v1/signup', parked)) };
}

/** Sends a request after the other until the time is over. */
async function sendUntil(
  end: number,
  pool: Pool,
  headers: Headers,
  { method, path, body }: Request,
): Promise<Answers> {
  const times: number[] = [];
  let failed = 0;
  while (performance.now() < end) {
    const began = performance.now();
    const answer = await pool.request({ method, path, headers, ...(body && { body: body() }) });
    await answer.body.dump();
    times.push(performance.now() - began);
    if (answer.statusCode !== 200) failed += 1;
  }
  return { times, failed };
}

const slugs = { busy: 'bench-busy', other: 'bench-other' };
const requests: readonly Request[] = [
  { name: 'read', method: 'GET', path: `/v1/organizations/${slugs.other}/members` },
  { name: 'write', method: 'PATCH', path: `/v1/organizations/${slugs.other}`, body: rename },
];
const hammer: Request = {
  name: 'hammer',
  method: 'PATCH',
  path: `/v1/organizations/${slugs.busy}`,
  body: rename,
};

/**
 * Measures the requests of one organization, one at a time, while a hundred clients write to another one: `hammered`, as fast as
 * they can; `lock held`, while somebody holds the row lock of that organization, so that the writers only wait.
 */
export async function benchNeighbours(sql: Sql, address: string, smtp: TestSmtpServer): Promise<void> {
  process.stderr.write('one organization beside a busy one\n');
  const [busy, other] = [await signUp(address, smtp, slugs.busy), await signUp(address, smtp, slugs.other)];
  const [writing, measuring] = [writers, 1].map((connections) => new Pool(address, { connections }));
  if (writing === undefined || measuring === undefined) throw new Error('no pools');

  const measureIn = async (situation: Situation): Promise<Answers[]> => {
    if (situation === 'lock held') {
      await sql.query('begin');
      await sql.query('select from organization.organizations where slug = $1 for update', [slugs.busy]);
    }
    const began = performance.now() + settleMs;
    const end = began + secondsEach * 1_000 * requests.length;
    const hammering = Promise.all(
      Array.from({ length: situation === 'idle' ? 0 : writers }, () => sendUntil(end, writing, busy, hammer)),
    );
    await sleep(settleMs);
    const answers: Answers[] = [];
    for (const [index, request] of requests.entries()) {
      const until = began + secondsEach * 1_000 * (index + 1);
      answers.push(await sendUntil(until, measuring, other, request));
    }
    if (situation === 'lock held') await sql.query('commit');
    const hammered = await hammering;
    const times = hammered.flatMap((each) => each.times);
    return [...answers, { times, failed: hammered.reduce((sum, { failed }) => sum + failed, 0) }];
  };

  await measureIn('idle');
  const measured: { situation: Situation; answers: Answers[] }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const situation of situations) {
      measured.push({ situation, answers: await measureIn(situation) });
      process.stderr.write(`  round ${round} of ${rounds}: ${situation}\n`);
    }
  }
  await Promise.all([writing.close(), measuring.close()]);

  /** The median over the rounds of a figure of the answers to one request. */
  const over = (situation: Situation, index: number, figure: (answers: Answers) => number): number =>
    median(
      measured
        .filter((one) => one.situation === situation)
        .map(({ answers }) => figure(answers[index] ?? { times: [], failed: 0 })),
    );
  const percentile =
    (share: number) =>
    ({ times }: Answers): number =>
      times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
  const rows = [...requests.entries()].flatMap(([index, { name }]) =>
    situations.map((situation) => {
      const p50 = over(situation, index, percentile(0.5));
      return [
        `${name}, ${situation}`,
        p50.toFixed(1),
        over(situation, index, percentile(0.99)).toFixed(1),
        (p50 / over('idle', index, percentile(0.5))).toFixed(1),
        over(situation, index, ({ times }) => times.length / secondsEach).toFixed(0),
        over(situation, index, ({ failed }) => failed).toFixed(0),
        over(
          situation,
          requests.length,
          ({ times, failed }) => (times.length - failed) / (secondsEach * requests.length),
        ).toFixed(0),
        over(situation, requests.length, ({ failed }) => failed / (secondsEach * requests.length)).toFixed(0),
      ];
    }),
  );
  process.stdout.write(
    `\nRequests of one organization, one at a time, while ${writers} clients write to another one; milliseconds, medians of ${rounds} rounds\n\n` +
      `${table(['', 'p50', 'p99', 'times idle', 'per s', 'not 200', 'writers: 200 per s', 'not 200 per s'], rows)}\n`,
  );
}
