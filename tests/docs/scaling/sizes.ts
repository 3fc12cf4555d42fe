import { variablesOf } from '@patchbay/local/services';
import {
  attempts,
  type Cpu,
  connectionsBesidePool,
  kilobytes,
  type Process,
  recording,
  redisBytesPerCaller,
  relay,
  requests,
} from './costs.ts';
import { production } from './production.ts';

/** What the first column of the capacity table is about. All of it grows alike. */
export const reference = {
  users: 1_000,
  organizations: 50,
  workspaces: 200,
  apiKeys: 100,
  integrations: 1_000,
  requestsPerSecond: 10,
  entriesPerMonth: 100_000,
};

export const factors = [1, 10, 100, 1_000] as const;

/** Events of the busiest second, as a multiple of the average. */
export const eventPeak = 10;

/** Cores that a pod uses at the aim of its autoscaler: those of production, and of one that requests a whole core. */
export const coresPerPod = (factor: number): number =>
  (factor < 1_000 ? production.cores : 1) * production.used;

/** Of a variable with a number. */
export const defaultOf = (service: 'integration' | 'audit', variable: string): number =>
  Number(variablesOf[service][variable]?.parse(undefined));
const verificationSeconds = defaultOf('integration', 'VERIFICATION_INTERVAL_SECONDS');
const poolSize = defaultOf('audit', 'DATABASE_POOL_SIZE');
const secondsPerMonth = 30 * 86_400;

/** Milliseconds of an average request: the measured kinds alike. */
export function meanOf(process: Process): number {
  const kinds: readonly Cpu[] = Object.values(requests);
  return kinds.reduce((sum, kind) => sum + (kind[process] ?? 0), 0) / kinds.length;
}

export interface Size {
  readonly factor: number;
  readonly requestsPerSecond: number;
  /** Average. */
  readonly eventsPerSecond: number;
  readonly verificationsPerSecond: number;
  readonly cores: Readonly<Record<Process, number>>;
  readonly pods: Readonly<Record<'gateway' | keyof typeof connectionsBesidePool, number>>;
  readonly poolConnections: number;
  readonly connectionsBeside: number;
  /** GB of Postgres: of entries after a year, and of everything else. */
  readonly entriesPerYear: number;
  readonly rest: number;
  /** Of Kafka for each copy, at the peak. */
  readonly kafkaPerSecond: number;
  readonly kafkaPerYear: number;
  readonly redisMegabytes: number;
}

const sumOf = ([tables, indexes]: readonly [number, number]): number => tables + indexes;
const restKilobytes =
  reference.users * (sumOf(kilobytes.users) + sumOf(kilobytes.sessions) + sumOf(kilobytes.memberships)) +
  reference.organizations * sumOf(kilobytes.organizations) +
  reference.workspaces * sumOf(kilobytes.workspaces) +
  reference.apiKeys * sumOf(kilobytes['API keys']) +
  reference.integrations * sumOf(kilobytes['integrations with credentials']);

export function sizeAt(factor: number): Size {
  const requestsPerSecond = reference.requestsPerSecond * factor;
  const eventsPerSecond = (reference.entriesPerMonth * factor) / secondsPerMonth;
  const verificationsPerSecond = (reference.integrations * factor) / verificationSeconds;
  const perEvent = (process: Process): number =>
    ((relay.cpu as Cpu)[process] ?? 0) + ((recording.cpu as Cpu)[process] ?? 0);
  const coresOf = (process: Process): number =>
    (requestsPerSecond * meanOf(process)) / 1_000 +
    (eventsPerSecond * eventPeak * perEvent(process)) / 1_000_000 +
    (verificationsPerSecond * ((attempts['verification in the background'] as Cpu)[process] ?? 0)) / 1_000;
  const cores = {
    gateway: coresOf('gateway'),
    identity: coresOf('identity'),
    organization: coresOf('organization'),
    integration: coresOf('integration'),
    audit: coresOf('audit'),
    postgres: coresOf('postgres'),
    redis: coresOf('redis'),
    kafka: coresOf('kafka'),
  };
  const podsOf = (process: Process): number =>
    Math.max(production.minReplicas, Math.ceil(cores[process] / coresPerPod(factor)));
  const pods = {
    gateway: podsOf('gateway'),
    identity: podsOf('identity'),
    organization: podsOf('organization'),
    integration: podsOf('integration'),
    audit: podsOf('audit'),
  };
  const withDatabase = Object.entries(connectionsBesidePool) as [
    keyof typeof connectionsBesidePool,
    number,
  ][];
  const eventsPerYear = reference.entriesPerMonth * factor * 12;
  return {
    factor,
    requestsPerSecond,
    eventsPerSecond,
    verificationsPerSecond,
    cores,
    pods,
    poolConnections: withDatabase.reduce((sum, [service]) => sum + pods[service] * poolSize, 0),
    connectionsBeside: withDatabase.reduce((sum, [service, beside]) => sum + pods[service] * beside, 0),
    entriesPerYear: (eventsPerYear * sumOf(kilobytes['audit entries'])) / 1e6,
    rest: (restKilobytes * factor) / 1e6,
    kafkaPerSecond: (eventsPerSecond * eventPeak * relay.kafkaBytes) / 1e6,
    kafkaPerYear: (eventsPerYear * relay.kafkaBytes) / 1e9,
    redisMegabytes: (reference.users * factor * redisBytesPerCaller) / 1e6,
  };
}
