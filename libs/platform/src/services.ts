/** The properties of a service that follow from the design, not from its code. */
export interface ServiceFacts<Callee extends string = string> {
  /** For the table of docs/configuration.md. */
  readonly owns: string;
  /** What it serves on `port`: HTTP requests of API clients and browsers, or RPC calls of other services. */
  readonly serves: 'http' | 'rpc';
  /** The default of PORT or RPC_PORT. */
  readonly port: number;
  /** The default of ADMIN_PORT: /livez, /readyz and /metrics. */
  readonly adminPort: number;
  /** Has a Postgres schema and a login role of its own name, and migrations. */
  readonly database: boolean;
  /**
   * The service that it is a second program of, `main-<name>`: it has the package, the image and the schema of that one, and a login role
   * of its own name. Default: it is `main` of a package of its own.
   */
  readonly partOf?: Callee;
  /** Has an outbox; its events are published to the topic of its name. */
  readonly publishes: boolean;
  /** The services whose events it consumes, in a consumer group of its own name. */
  readonly consumes: readonly Callee[];
  /** The services that it calls: it has a `<CALLED>_URL` variable for each, and a key that it shares with each. */
  readonly calls: readonly Callee[];
}

/**
 * Every service of the platform. Ports, addresses, caller keys, keys of events, wiring, probes, environments, databases, topics and
 * generated files follow from this table. A service comes after those that it calls: they are started in this order.
 */
export const services = {
  organization: {
    owns: 'organizations, members, workspaces, assignments, invitations, API keys, parked sign-ups, access, who watches which workspace',
    serves: 'rpc',
    port: 4002,
    adminPort: 9002,
    database: true,
    publishes: true,
    consumes: ['identity', 'integration', 'webhook'],
    calls: [],
  },
  identity: {
    owns: 'users, provider identities, passkeys, sessions, sign-in links, device authorizations',
    serves: 'rpc',
    port: 4001,
    adminPort: 9001,
    database: true,
    publishes: true,
    consumes: [],
    calls: ['organization'],
  },
  integration: {
    owns: 'the provider catalogue, integrations, connect links, sealed credentials, names of workspaces (a copy)',
    serves: 'rpc',
    port: 4003,
    adminPort: 9003,
    database: true,
    publishes: true,
    consumes: ['organization'],
    calls: ['organization'],
  },
  relay: {
    owns: 'nothing; sends requests to advertising systems with the credentials of integration',
    serves: 'rpc',
    port: 4006,
    adminPort: 9006,
    database: false,
    partOf: 'integration',
    publishes: false,
    consumes: [],
    calls: ['integration'],
  },
  audit: {
    owns: 'entries, chain heads, dead letters',
    serves: 'rpc',
    port: 4004,
    adminPort: 9004,
    database: true,
    publishes: true,
    consumes: ['organization', 'identity', 'integration', 'webhook'],
    calls: ['organization'],
  },
  webhook: {
    owns: 'webhooks, their sealed secrets, deliveries',
    serves: 'rpc',
    port: 4007,
    adminPort: 9007,
    database: true,
    publishes: true,
    consumes: ['audit'],
    calls: ['audit', 'organization'],
  },
  gateway: {
    owns: 'nothing; counts limits in Redis',
    serves: 'http',
    port: 3000,
    adminPort: 9000,
    database: false,
    publishes: false,
    consumes: [],
    calls: ['identity', 'organization', 'integration', 'relay', 'audit', 'webhook'],
  },
  portal: {
    owns: 'nothing; serves the pages that people open',
    serves: 'http',
    port: 3005,
    adminPort: 9005,
    database: false,
    publishes: false,
    consumes: [],
    calls: [],
  },
} as const satisfies Readonly<Record<string, ServiceFacts>>;

type Services = typeof services;
export type ServiceName = keyof Services;

type Having<Fact extends 'serves' | 'database' | 'publishes', Value> = {
  [Name in ServiceName]: Services[Name][Fact] extends Value ? Name : never;
}[ServiceName];

/** A service that other services call. */
export type RpcServiceName = Having<'serves', 'rpc'>;
/** A service with a schema of its own. */
export type DatabaseService = Having<'database', true>;
/** A service that logs in to Postgres, as a role of its own name. */
export type DatabaseRole =
  | DatabaseService
  | {
      [Name in ServiceName]: Services[Name] extends { readonly partOf: DatabaseService } ? Name : never;
    }[ServiceName];
/** A service with events of its own. */
export type PublishingService = Having<'publishes', true>;
/** A service that consumes events of others. */
export type ConsumingService = {
  [Name in ServiceName]: Services[Name]['consumes'] extends readonly [] ? never : Name;
}[ServiceName];
/** The services that the named one calls. */
export type CalledBy<Name extends ServiceName> = Services[Name]['calls'][number];

/** The same table without its literal types. Does not compile if it names a service that is not in the table. */
const facts: Readonly<Record<ServiceName, ServiceFacts<ServiceName>>> = services;

export const factsOf = (name: ServiceName): ServiceFacts<ServiceName> => facts[name];

export const serviceNames = Object.keys(services) as readonly ServiceName[];

/** The folder of `services/` that a service is in, which is also the name of its image, and its program there. */
export const programOf = (name: ServiceName): { readonly folder: ServiceName; readonly program: string } => {
  const { partOf } = factsOf(name);
  return partOf === undefined
    ? { folder: name, program: 'main' }
    : { folder: partOf, program: `main-${name}` };
};

/** The services with a package and an image of their own. */
export const packagedServices = serviceNames.filter((name) => factsOf(name).partOf === undefined);

export const isServiceName = (name: unknown): name is ServiceName =>
  typeof name === 'string' && Object.hasOwn(services, name);

export const rpcServices = serviceNames.filter(
  (name): name is RpcServiceName => services[name].serves === 'rpc',
);
export const databaseServices = serviceNames.filter(
  (name): name is DatabaseService => services[name].database,
);
export const databaseRoles = serviceNames.filter(
  (name): name is DatabaseRole => services[name].database || factsOf(name).partOf !== undefined,
);
export const publishingServices = serviceNames.filter(
  (name): name is PublishingService => services[name].publishes,
);
export const consumingServices = serviceNames.filter(
  (name): name is ConsumingService => services[name].consumes.length > 0,
);
/** The services whose events the named one consumes. Does not compile if one of them publishes none. */
export const consumedBy = (name: ConsumingService): readonly PublishingService[] => services[name].consumes;
export const calledBy = <Name extends ServiceName>(name: Name): readonly CalledBy<Name>[] =>
  services[name].calls;

/** The services whose caller tokens a service accepts: those that call it, and the gateway, whose tokens they pass on. */
export const trustedBy = (name: ServiceName): readonly ServiceName[] =>
  serviceNames.filter((other) => other === 'gateway' || factsOf(other).calls.includes(name));

/** The variable that holds the address of a service. */
export type UrlVariable<Name extends ServiceName> = `${Uppercase<Name>}_URL`;
export const urlVariableOf = <Name extends ServiceName>(name: Name): UrlVariable<Name> =>
  `${name.toUpperCase() as Uppercase<Name>}_URL`;
