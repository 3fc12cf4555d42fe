/** Sends a load at a fixed rate, or as fast as answers come, over raw sockets. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection } from './overload-connection.ts';
import type { Load, LoadResult, Percentiles } from './overload-messages.ts';

/** Milliseconds between two looks at which requests are due. */
const tickMs = 2;
/** The services answer within their deadlines, which are shorter. */
const lastAnswersMs = 20_000;

const requestOf = (origin: string, path: string, headers: Load['headers'][number] = {}): Buffer => {
  const lines = Object.entries({ host: new URL(origin).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
};

function percentilesOf(times: readonly number[]): Percentiles | undefined {
  if (times.length === 0) return undefined;
  const sorted = Float64Array.from(times).toSorted();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

const count = (of: Record<string | number, number>, key: string | number): void => {
  of[key] = (of[key] ?? 0) + 1;
};

async function run({ origin, path, headers, connections, perSecond, seconds }: Load): Promise<LoadResult> {
  const answers: Record<number, number> = {};
  const errors: Record<string, number> = {};
  const [accepted, refused]: [number[], number[]] = [[], []];
  /** The one that was free last is used first, as a proxy does: at a low rate most of them stay idle. */
  const free: Connection[] = [];
  const counts = { sent: 0, unsent: 0, late: 0, pending: 0 };
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const end = began + seconds * 1_000;

  const send = (connection: Connection): void => {
    counts.sent += 1;
    counts.pending += 1;
    connection.send();
  };
  const release = (connection: Connection): void => {
    counts.pending -= 1;
    if (perSecond === undefined && performance.now() < end) send(connection);
    else free.push(connection);
  };
  const all = Array.from({ length: connections }, (_, index) => {
    const connection = createConnection(origin, requestOf(origin, path, headers[index % headers.length]), {
      answered(status, ms) {
        if (performance.now() < end) count(answers, status);
        else counts.late += 1;
        if (status < 300) accepted.push(ms);
        else if (status === 503) refused.push(ms);
        release(connection);
      },
      failed(reason) {
        count(errors, reason);
        release(connection);
      },
    });
    return connection;
  });

  if (perSecond === undefined) {
    for (const connection of all) send(connection);
    await sleep(seconds * 1_000);
  } else {
    free.push(...all.toReversed());
    for (let due = 0; performance.now() < end; await sleep(tickMs)) {
      const dueNow = Math.floor(((performance.now() - began) / 1_000) * perSecond);
      for (; due < dueNow; due += 1) {
        const connection = free.pop();
        if (connection === undefined) counts.unsent += 1;
        else send(connection);
      }
    }
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const cores = (user + system) / 1_000 / (performance.now() - began);
  const lastAnswer = performance.now() + lastAnswersMs;
  while (counts.pending > 0 && performance.now() < lastAnswer) await sleep(20);
  if (counts.pending > 0) errors['no answer'] = counts.pending;
  for (const connection of all) connection.close();
  return {
    sent: counts.sent,
    unsent: counts.unsent,
    answers,
    late: counts.late,
    errors,
    cores,
    accepted: percentilesOf(accepted),
    refused: percentilesOf(refused),
  };
}

process.on('message', (load: Load) => {
  void run(load).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
