import type { AttributeKey } from './attributes.ts';

/**
 * Every span of the platform. Code takes the names of its spans from here; a test compares `docs/traces.md` with this table, and the
 * spans that a run of the platform exports. A span that fails has `error.type` too.
 */
export const spanTable = {
  request: {
    name: (operation: string) => operation,
    parts: ['operation'],
    kind: 'server',
    parent: 'the `traceparent` of the request, else none',
    attributes: [
      'httpMethod',
      'httpRoute',
      'httpStatus',
      'operation',
      'requestId',
      'callerType',
      'organizationId',
    ],
    meaning:
      'A request at the gateway or the Portal (`open…` for a page, `getFile` for a file). The calls of a page continue the trace of the page',
  },
  requestWithoutOperation: {
    name: (method: string, route: string) => `${method} ${route}`,
    parts: ['method', 'route'],
    kind: 'server',
    parent: 'the `traceparent` of the request, else none',
    attributes: ['httpMethod', 'httpRoute', 'httpStatus', 'operation', 'requestId', 'callerType'],
    meaning:
      'A request to an unknown path, or with a method that the path does not have; the route is `none` then',
  },
  malformedRequest: {
    name: () => 'malformed request',
    parts: [],
    kind: 'server',
    parent: 'none',
    attributes: [],
    meaning: 'Bytes that are no HTTP request',
  },
  call: {
    name: (method: string) => `rpc ${method}`,
    parts: ['service/method'],
    kind: 'client',
    parent: 'what makes the call',
    attributes: ['rpcSystem', 'rpcService', 'rpcMethod'],
    meaning:
      'A call to another service, seen by the caller. A call that several requests share is in the trace of the first of them',
  },
  servedCall: {
    name: (method: string) => `rpc ${method}`,
    parts: ['service/method'],
    kind: 'server',
    parent: 'the span of the caller',
    attributes: ['rpcSystem', 'rpcService', 'rpcMethod', 'failureCode'],
    meaning: 'The same call, seen by the service. A refusal has a failure code and is no failed span',
  },
  transaction: {
    name: (transaction: string) => `transaction ${transaction}`,
    parts: ['transaction'],
    kind: 'internal',
    parent: 'what opens it',
    attributes: [],
    meaning: 'A transaction with its waits',
  },
  statement: {
    name: (statement: string) => `db ${statement}`,
    parts: ['statement'],
    kind: 'client',
    parent: 'the transaction, or what sends it',
    attributes: ['dbSystem', 'dbOperation'],
    meaning: 'A statement at Postgres',
  },
  waitForConnection: {
    name: () => 'wait for a connection',
    parts: [],
    kind: 'internal',
    parent: 'the transaction',
    attributes: [],
    meaning: 'All connections for transactions are taken',
  },
  waitForRow: {
    name: (row: string) => `wait for the ${row}`,
    parts: ['row'],
    kind: 'internal',
    parent: 'the transaction',
    attributes: [],
    meaning: 'Another transaction of this process changes the same thing',
  },
  sentEvent: {
    name: (topic: string) => `send ${topic}`,
    parts: ['topic'],
    kind: 'producer',
    parent: 'the span in which the event was recorded: its row in the outbox keeps the trace context',
    attributes: ['messagingDestination', 'eventId', 'eventAction'],
    meaning:
      'From the moment at which the outbox publisher takes an event from the outbox to the acknowledgement',
  },
  processedEvent: {
    name: (topic: string) => `process ${topic}`,
    parts: ['topic'],
    kind: 'consumer',
    parent: 'the span that sent the event',
    attributes: ['messagingDestination', 'eventId', 'eventAction'],
    meaning: 'A consumer handles the event, alone or in a batch',
  },
  auditInsert: {
    name: () => 'audit insert',
    parts: [],
    kind: 'internal',
    parent: 'the span that processes the event',
    attributes: [],
    meaning:
      'Audit records the event. A batch has one such span for each event; the transaction of the batch is below the first of them',
  },
  mail: {
    name: (purpose: string) => `mail ${purpose}`,
    parts: ['purpose'],
    kind: 'client',
    parent: 'the span in which the mail was queued: its row keeps the trace context',
    attributes: [],
    meaning: 'One attempt to hand a mail to the mail server',
  },
  linkRequest: {
    name: () => 'link request',
    parts: [],
    kind: 'internal',
    parent: 'the call that stored the request',
    attributes: [],
    meaning: 'Identity finds out whether anything lets the address in, after it has answered',
  },
  linkRequestDone: {
    name: () => 'link request done',
    parts: [],
    kind: 'internal',
    parent: 'the call that stored the request',
    attributes: [],
    meaning: 'Identity queues the mail of the link, or drops the request',
  },
  job: {
    name: (job: string) => `background ${job}`,
    parts: ['job'],
    kind: 'internal',
    parent: 'none: nobody has asked for it',
    attributes: [],
    meaning: 'A verification, renewal or revocation in the background of integration',
  },
  delivery: {
    name: () => 'webhook delivery',
    parts: [],
    kind: 'internal',
    parent:
      'the span that processed the entry: the row of the delivery keeps the trace context; none for a replay',
    attributes: [],
    meaning: 'One attempt to deliver an entry to a webhook',
  },
  outgoingRequest: {
    name: (method: string, target: string) => `${method} ${target}`,
    parts: ['method', 'target'],
    kind: 'client',
    parent: 'what sends it',
    attributes: ['httpMethod', 'httpStatus', 'serverAddress', 'target'],
    meaning:
      'A request that leaves the platform, to an advertising system, a sign-in provider or a webhook, and of the Portal to the gateway (target `gateway`). The trace is not passed on',
  },
} as const satisfies Record<
  string,
  {
    readonly name: (...parts: string[]) => string;
    /** What the arguments of `name` are. */
    readonly parts: readonly string[];
    readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
    readonly parent: string;
    readonly attributes: readonly AttributeKey[];
    readonly meaning: string;
  }
>;
