import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditLog } from '../../api.ts';
import { checkDeliveries } from '../deliveries.ts';
import { checkEntries, openTrail, type Trail } from '../entries.ts';
import type { Run } from '../run.ts';
import { provider, type Told } from '../story/tell-story.ts';
import { type Change, type Failure, startTraffic, type Traffic, type TrafficResult } from '../traffic.ts';

/** Milliseconds of traffic before and after what is done under it. */
const calmMs = 2_000;

export interface Outcome extends TrafficResult {
  /** Deliveries of all entries so far, repeated ones included, and the number of these entries. */
  readonly deliveries: number;
  readonly entries: number;
  /** Relayed changes of this traffic whose answer was never recorded. */
  readonly withoutStatus: number;
}

const trails = new WeakMap<Told, Trail>();
function trailOf(told: Told): Trail {
  const trail = trails.get(told) ?? openTrail(told.api, told.organization);
  trails.set(told, trail);
  return trail;
}

/** How often each relayed change has reached the provider. */
function timesSent({ servers }: Run): (change: Change) => number {
  const times = new Map<string, number>();
  for (const { url } of servers.adProviders.of(provider).requests) {
    // Without the version of the API, which callers do not write.
    const path = new URL(url).pathname.replace(/^\/[^/]+/, '');
    times.set(path, (times.get(path) ?? 0) + 1);
  }
  return ({ mark }) => times.get(mark) ?? 0;
}

const isRelayed = ({ action }: Change): boolean => action === 'integration.request_sent';

/** Every acknowledged change was sent once, and no other one twice. */
function checkSent(run: Run, { acknowledged, unacknowledged }: TrafficResult): (change: Change) => boolean {
  const timesOf = timesSent(run);
  const wrong = [
    ...acknowledged.filter((change) => isRelayed(change) && timesOf(change) !== 1),
    ...unacknowledged.filter((change) => isRelayed(change) && timesOf(change) > 1),
  ];
  if (wrong.length > 0)
    throw new Error(
      `relayed changes were not sent once:\n${wrong.map((change) => `${change.mark}: ${timesOf(change)} times`).join('\n')}`,
    );
  return (change) => isRelayed(change) && timesOf(change) === 1;
}

/** `/health` gives each service a second. One late answer shows a busy machine, two in a row show a service that is away. */
const isLate = ({ kind, status, inARow }: Failure): boolean =>
  kind === 'health' && status === 503 && inARow === 1;

/** The relayed changes of a traffic that are in the trail with another status than the provider's, which is always 200. */
function statusesMissing(entries: readonly AuditLog[], { acknowledged }: TrafficResult): number {
  const marks = new Set<unknown>(acknowledged.filter(isRelayed).map(({ mark }) => mark));
  return entries.filter(({ metadata }) => marks.has(metadata['path']) && metadata['status'] !== 200).length;
}

export interface Allowed {
  /** Such a request was done once or not at all. */
  readonly failure: (failure: Failure) => boolean;
  /** The status of a relayed change may be unknown. */
  readonly lostStatuses?: true;
}

/**
 * Runs `work` under traffic. Throws unless every request got its answer, every change is in the trail once, every relayed change was sent
 * once and has its status there, and every entry was delivered.
 */
export async function underTraffic(
  run: Run,
  told: Told,
  prefix: string,
  work: (traffic: Traffic) => Promise<void>,
  allowed?: Allowed,
): Promise<Outcome> {
  const { tunnel, receiver } = run;
  const traffic = startTraffic({
    gateway: tunnel.addressOf('gateway'),
    portal: tunnel.addressOf('portal'),
    told,
    prefix,
  });
  let result: TrafficResult;
  try {
    await sleep(calmMs);
    await work(traffic);
    await sleep(calmMs);
  } finally {
    result = await traffic.end();
  }
  const unexpected = result.failures.filter(
    (failure) => !isLate(failure) && allowed?.failure(failure) !== true,
  );
  if (unexpected.length > 0)
    throw new Error(
      `${unexpected.length} of ${result.requests} requests failed:\n${unexpected
        .slice(0, 20)
        .map(({ text }) => text)
        .join('\n')}`,
    );
  const wasSent = checkSent(run, result);
  const entries = await checkEntries(trailOf(told), result, wasSent);
  const withoutStatus = statusesMissing(entries, result);
  if (withoutStatus > 0 && allowed?.lostStatuses !== true)
    throw new Error(`${withoutStatus} relayed changes are in the trail without their status`);
  const deliveries = await checkDeliveries(receiver, entries, told.webhookSecret);
  return { ...result, deliveries, entries: entries.length, withoutStatus };
}

/** All of them, and how many of each kind. */
function tellFailures(failures: readonly Failure[]): string {
  if (failures.length === 0) return 'none failed';
  const kinds = Object.entries(Object.groupBy(failures, ({ kind }) => kind));
  return `${failures.length} failed (${kinds.map(([kind, ofKind]) => `${kind} ${ofKind.length}`).join(', ')})`;
}

/** For the log. */
export function tell(outcome: Outcome): string {
  const { requests, failures, slowestMs, acknowledged, deliveries, entries, withoutStatus } = outcome;
  const relayed = acknowledged.filter(isRelayed).length;
  return [
    `${requests} requests, ${tellFailures(failures)}, the slowest took ${slowestMs.toFixed(0)} ms`,
    `${acknowledged.length} changes, each in the trail once, ${relayed} of them relayed, each sent once`,
    ...(withoutStatus === 0 ? [] : [`${withoutStatus} of these without their status`]),
    `${entries} entries so far, delivered by ${deliveries} requests`,
  ].join('; ');
}
