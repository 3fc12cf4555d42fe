/**
 * What was measured, for docs/scaling.md. All other figures of the page follow from these. CPU is user and system time on two cores
 * (x64, Node 24) that did nothing else.
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
  'GET /v1/me': { gateway: 0.373, identity: 0.416, postgres: 0.109, redis: 0.008 },
  'GET /v1/organizations': {
    gateway: 0.611,
    identity: 0.426,
    organization: 0.426,
    postgres: 0.284,
    redis: 0.013,
  },
  'GET /v1/organizations/{orgSlug}': {
    gateway: 0.556,
    identity: 0.385,
    organization: 0.414,
    postgres: 0.314,
    redis: 0.026,
  },
  'the same with an API key': { gateway: 0.488, organization: 0.439, postgres: 0.212, redis: 0.02 },
  'GET …/audit-logs, 10 entries': {
    gateway: 1.167,
    identity: 0.633,
    organization: 0.533,
    audit: 0.951,
    postgres: 0.721,
    redis: 0,
  },
  'GET …/integrations, 20': {
    gateway: 1.414,
    identity: 0.606,
    organization: 0.539,
    integration: 1.145,
    postgres: 0.606,
    redis: 0,
  },
};

/** The mean of the same requests over 32 connections, in the same run. */
export const meanOverMany: Cpu = {
  gateway: 0.462,
  identity: 0.133,
  organization: 0.155,
  integration: 0.203,
  audit: 0.124,
  postgres: 0.213,
  redis: 0.012,
};

/** MB of each process at rest after these requests, in the same run. */
export const megabytesAfterLoad = {
  gateway: 181,
  identity: 191,
  organization: 221,
  integration: 171,
  audit: 162,
};

/** `make bench ARGS="--quick --only integrations"`: milliseconds of each. */
export const attempts = {
  'connect by form': {
    gateway: 3.533,
    identity: 1.333,
    organization: 1.533,
    integration: 8.467,
    audit: 4.467,
    postgres: 5.067,
    redis: 0.2,
    kafka: 4.533,
  },
  'verification in the background': { integration: 3, postgres: 2.42 },
} as const satisfies Record<string, Cpu>;

/** `make bench ARGS="--only recording"`: microseconds of CPU and events per second. */
export const relay = {
  perSecond: 4_655,
  cpu: { organization: 160, postgres: 20, kafka: 28 },
  kafkaBytes: 802,
};
export const recording = { perSecond: 4_256, cpu: { audit: 274, organization: 5, postgres: 56 } };
/** The same with `--organizations 1`. */
export const recordingOfOne = { perSecond: 3_760, cpu: { audit: 328, organization: 2, postgres: 57 } };

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

/** docs/postgres.md, Database connections: what a process opens beside its pool. */
export const connectionsBesidePool = { identity: 3, organization: 3, integration: 2, audit: 2 } as const;
