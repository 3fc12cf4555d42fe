/** What is true of a service before it runs: everything that differs between services and is not their code. */
export interface ServiceFacts {
  /** The port that callers use: HTTP for the gateway, RPC for the others. */
  readonly port: number;
  /** The port of /livez, /readyz and /metrics. */
  readonly adminPort: number;
  /** Has a Postgres schema and a login role of its own name, and migrations. */
  readonly database: boolean;
  /** Has an outbox: its events are on the topic of its name. */
  readonly publishes: boolean;
  /** The services that it calls. */
  readonly calls: readonly string[];
}

/**
 * Every service of the platform. Ports, addresses, caller keys, wiring, probes, environments, databases, topics and what is
 * generated follow from this table. Dependencies first: each calls only services above it.
 */
export const services = {
  organization: { port: 4002, adminPort: 9002, database: true, publishes: true, calls: [] },
  identity: { port: 4001, adminPort: 9001, database: true, publishes: true, calls: ['organization'] },
  integration: { port: 4003, adminPort: 9003, database: true, publishes: true, calls: [] },
  audit: { port: 4004, adminPort: 9004, database: true, publishes: false, calls: ['organization'] },
  gateway: {
    port: 3000,
    adminPort: 9000,
    database: false,
    publishes: false,
    calls: ['identity', 'organization', 'integration', 'audit'],
  },
} as const satisfies Readonly<Record<string, ServiceFacts>>;

export type ServiceName = keyof typeof services;

export const serviceNames = Object.keys(services) as readonly ServiceName[];

export const isServiceName = (name: unknown): name is ServiceName =>
  typeof name === 'string' && Object.hasOwn(services, name);

type With<Fact extends keyof ServiceFacts> = {
  [Name in ServiceName]: (typeof services)[Name][Fact] extends true ? Name : never;
}[ServiceName];

/** A service with a schema of its own. */
export type DatabaseService = With<'database'>;
/** A service with events of its own. */
export type PublishingService = With<'publishes'>;
/** What a service calls. */
export type CalledBy<Name extends ServiceName> = (typeof services)[Name]['calls'][number];

export const databaseServices = serviceNames.filter(
  (name): name is DatabaseService => services[name].database,
);
export const publishingServices = serviceNames.filter(
  (name): name is PublishingService => services[name].publishes,
);
