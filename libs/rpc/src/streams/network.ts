import { Agent } from 'node:http';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { mapStreamErrors } from './map-errors.ts';

export interface NetworkStreamsOptions {
  readonly baseUrl: string;
  /** Streams at once; more wait for a free connection. */
  readonly connections: number;
  readonly maxMessageBytes: number;
}

/** Connect calls a connection that broke `aborted`, or `internal` with Node's error as its cause. */
function unavailableWhereLost(thrown: unknown): Error {
  const error = ConnectError.from(thrown);
  if (error.isWireError) return error;
  const fromNode = error.cause instanceof Error && 'code' in error.cause;
  return error.code === Code.Aborted || (error.code === Code.Internal && fromNode)
    ? new ConnectError(error.rawMessage, Code.Unavailable, undefined, undefined, error)
    : error;
}

/** Streams by Connect's own transport over HTTP/1.1. Each has a connection of its own, so that it may go to any instance. */
export function createNetworkStreams({ baseUrl, connections, maxMessageBytes }: NetworkStreamsOptions): {
  readonly transport: () => Pick<Transport, 'stream'>;
  /** Closes every connection. */
  readonly close: () => void;
} {
  const agent = new Agent({ keepAlive: false, maxSockets: connections });
  const create = (): Pick<Transport, 'stream'> => {
    const transport = createConnectTransport({
      baseUrl,
      httpVersion: '1.1',
      useBinaryFormat: true,
      nodeOptions: { agent },
      readMaxBytes: maxMessageBytes,
      // Compression costs more than the bytes between two services.
      acceptCompression: [],
    });
    const fail = (thrown: unknown): never => {
      throw unavailableWhereLost(thrown);
    };
    return {
      stream: async (...call) =>
        mapStreamErrors(await transport.stream(...call).catch(fail), unavailableWhereLost),
    };
  };
  let created: Pick<Transport, 'stream'> | undefined;
  return {
    transport: () => (created ??= create()),
    close: () => agent.destroy(),
  };
}
