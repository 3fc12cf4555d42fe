/**
 * What was measured, for docs/scaling.md. All other figures of the page follow from these. CPU is user and system time on two cores
 * (x64, Node 24) that other work kept busy, where a request costs more than on idle ones.
 */

/** A process that a request or an event uses CPU in. */
export const processes = [
  'gateway',
  'identity',
  'organization',
  'integration',
  'audit',
  'postgres',
  'redis',
  'kafka',
] as const;
export type Process = (typeof processes)[number];
export type Cpu = Readonly<Partial<Record<Process, number>>>;

/**
 * `make bench ARGS="--quick --only cpu --kind GET"`: milliseconds per request over 2 connections. Processes that a request does not
 * call are left out: what they use meanwhile, the broker above all, is work of their own.
 */
export const requests: Readonly<Record<string, Cpu>> = {
  'GET /v1/me': { gateway: 0.765, identity: 0.588, postgres: 0.176, redis: 0 },
  'GET /v1/organizations': {
    gateway: 1.892,
    identity: 0.918,
    organization: 1.02,
    postgres: 0.656,
    redis: 0.102,
  },
  'GET /v1/organizations/{orgSlug}': {
    gateway: 1.515,
    identity: 1.01,
    organization: 1.01,
    postgres: 0.606,
    redis: 0,
  },
  'the same with an API key': { gateway: 1.452, organization: 1.25, postgres: 0.323, redis: 0 },
  'GET …/audit-logs, 10 entries': {
    gateway: 2.063,
    identity: 1.053,
    organization: 1.053,
    audit: 2.25,
    postgres: 1.25,
    redis: 0,
  },
  'GET …/integrations, 20': {
    gateway: 2.667,
    identity: 1.042,
    organization: 1.167,
    integration: 1.875,
    postgres: 1.613,
    redis: 0.208,
  },
};

/** The mean of the same requests over 32 connections, in the same run. */
export const meanOverMany: Cpu = {
  gateway: 0.55,
  identity: 0.166,
  organization: 0.237,
  integration: 0.225,
  audit: 0.13,
  postgres: 0.223,
  redis: 0.017,
};

/** MB of each process at rest after these requests, in the same run. */
export const megabytesAfterLoad = {
  gateway: 170,
  identity: 179,
  organization: 204,
  integration: 159,
  audit: 146,
};

/** `make bench ARGS="--quick --only integrations"`: milliseconds of each. */
export const attempts = {
  'connect by form': {
    gateway: 3.267,
    identity: 1.667,
    organization: 1.6,
    integration: 10.133,
    audit: 4.733,
    postgres: 5.467,
    redis: 0.333,
    kafka: 5.133,
  },
  'verification in the background': { integration: 3.74, postgres: 2.58 },
} as const satisfies Record<string, Cpu>;

/** `make bench ARGS="--only recording"`: microseconds of CPU and events per second. */
export const relay = {
  perSecond: 1_515,
  cpu: { organization: 171, postgres: 53, kafka: 51 },
  kafkaBytes: 803,
};
export const recording = { perSecond: 666, cpu: { audit: 373, organization: 17, postgres: 107 } };
/** The same with `--organizations 1`. */
export const recordingOfOne = { perSecond: 844, cpu: { audit: 325, organization: 7, postgres: 76 } };

/** `make bench-storage`: kB of Postgres for each, of tables and of indexes. */
export const kilobytes = {
  users: [0.23, 0.24],
  sessions: [0.25, 0.14],
  organizations: [0.31, 0.17],
  memberships: [0.17, 0.22],
  workspaces: [0.25, 0.2],
  'API keys': [0.18, 0.2],
  'integrations with credentials': [0.97, 0.16],
  'audit entries': [1.17, 0.83],
} as const satisfies Record<string, readonly [tables: number, indexes: number]>;

/** `make bench-storage`: bytes of Redis for each caller of the last minute. */
export const redisBytesPerCaller = 170;

/** docs/operations.md, Database connections: what a process opens beside its pool. */
export const connectionsBesidePool = { identity: 3, organization: 3, integration: 2, audit: 2 } as const;
