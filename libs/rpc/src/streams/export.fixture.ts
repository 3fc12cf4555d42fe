import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type Client,
  ConnectError,
  createClient,
  type HandlerContext,
  type Transport,
} from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import {
  AuditService,
  type ExportAuditLogsResponse,
  type ExportAuditLogsResponseSchema,
} from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { ada, headersFor, minterOf, verifierOf } from '../callers.fixture.ts';
import { createCancelableClient } from '../cancelable-client.ts';
import { createRpcTransport, type RpcTransportOptions } from '../client.ts';
import { createInProcessTransport } from '../in-process.ts';
import type { Routes } from '../lean/routes.ts';
import type { RpcServer, RpcServerOptions } from '../server.ts';
import { closing, log, start, urlOf } from '../servers.fixture.ts';

export type Message = MessageInitShape<typeof ExportAuditLogsResponseSchema>;
export type Handler = (context: HandlerContext) => AsyncIterable<Message>;

/** A message with one line, which has this id. */
export const entry = (id: string): Message => ({ lines: Buffer.from(`${id}\n`) });
export const idsOf = ({ lines }: ExportAuditLogsResponse): string[] =>
  Buffer.from(lines).toString().split('\n').slice(0, -1);

const routesOf =
  (handler: Handler, contract = AuditService): Routes =>
  (router) =>
    void router.service(contract, { exportAuditLogs: (_request, context) => handler(context) });

export const startExport = (handler: Handler, options: Partial<RpcServerOptions> = {}) =>
  start({ service: 'audit', routes: routesOf(handler), ...options });

const fromGateway = { from: 'gateway', to: 'audit', minter: minterOf('gateway') } as const;

/** The test has to close it. */
export const openTransport = (server: RpcServer, options: Partial<RpcTransportOptions> = {}) =>
  createRpcTransport({ ...fromGateway, baseUrl: urlOf(server), ...options });

/** Closed after the test. */
export function networkTransport(server: RpcServer, options: Partial<RpcTransportOptions> = {}) {
  const transport = openTransport(server, options);
  closing.push(() => transport.close());
  return transport;
}

/** A service in the same process. */
const inProcessTransport = (handler: Handler, contract?: typeof AuditService): Transport =>
  createInProcessTransport({
    ...fromGateway,
    routes: routesOf(handler, contract),
    verifier: verifierOf('audit'),
    logger: log.logger,
  });

export const clientOf = (transport: Transport): Client<typeof AuditService> =>
  createCancelableClient(AuditService, transport, (thrown) => ConnectError.from(thrown));

/** The two transports that our services use, to a service with this contract. */
export const ownTransports = {
  'over the network': async (handler: Handler, contract?: typeof AuditService) =>
    networkTransport(await startExport(handler, { routes: routesOf(handler, contract) })),
  'in process': async (handler: Handler, contract?: typeof AuditService) =>
    inProcessTransport(handler, contract),
};
type OwnTransport = keyof typeof ownTransports;
export const ownTransportNames = Object.keys(ownTransports) as OwnTransport[];

/** Stock clients for every protocol that the server speaks. Uncompressed, so that large messages are sent as such. */
export function foreignTransports(server: RpcServer): Record<string, Transport> {
  const options = { baseUrl: urlOf(server), acceptCompression: [] };
  return {
    'Connect over HTTP/1.1': createConnectTransport({ ...options, httpVersion: '1.1' }),
    'Connect over HTTP/2': createConnectTransport({ ...options, httpVersion: '2' }),
    'JSON over HTTP/1.1': createConnectTransport({ ...options, httpVersion: '1.1', useBinaryFormat: false }),
    gRPC: createGrpcTransport(options),
  };
}
export const foreignClientOf = (transport: Transport) => createClient(AuditService, transport);
export const foreignHeaders = () => headersFor('gateway', 'audit', AuditService.method.exportAuditLogs, ada);

export interface Watched {
  readonly handler: Handler;
  /** How often the handler was asked for a message. */
  pulls: number;
  /** The abort reason of its signal, or undefined; resolved by the handler's `finally` block. */
  readonly abortReason: Promise<unknown>;
}

/** A handler that yields what `next` returns, endlessly. */
export function endless(next: (context: HandlerContext) => Message | Promise<Message>): Watched {
  const abortReason = Promise.withResolvers<unknown>();
  const watched: Watched = {
    pulls: 0,
    abortReason: abortReason.promise,
    async *handler(context) {
      try {
        for (;;) {
          watched.pulls += 1;
          yield await next(context);
        }
      } finally {
        abortReason.resolve(context.signal.reason);
      }
    },
  };
  return watched;
}

/** Rejects when the call is aborted, and does not settle before. */
export const untilAborted = ({ signal }: HandlerContext): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Every id until the stream ends or fails. */
export async function collect(messages: AsyncIterable<ExportAuditLogsResponse>) {
  const ids: string[] = [];
  try {
    for await (const message of messages) ids.push(...idsOf(message));
    return { ids, failure: undefined };
  } catch (failure) {
    return { ids, failure };
  }
}

/** Ends the iteration after its first message, as `break` does. */
export async function readOne(messages: AsyncIterable<ExportAuditLogsResponse>): Promise<string[]> {
  for await (const message of messages) return idsOf(message);
  return [];
}
