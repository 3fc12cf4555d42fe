import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { mapStreamErrors } from '../streams/running-stream.ts';
import { clientTlsOptions, type RpcTls } from '../tls.ts';

export interface NetworkStreamsOptions {
  readonly baseUrl: string;
  readonly tls: RpcTls;
  /** Concurrent streams; further ones wait for a free connection. */
  readonly connections: number;
  readonly maxMessageBytes: number;
}

/**
 * Makes a broken connection `unavailable`: Connect reports it as `aborted`, or as `internal` with Node's error as its cause.
 */
function unavailableIfBroken(thrown: unknown): Error {
  const error = ConnectError.from(thrown);
  if (error.isWireError) return error;
  const fromNode = error.cause instanceof Error && 'code' in error.cause;
  return error.code === Code.Aborted || (error.code === Code.Internal && fromNode)
    ? new ConnectError(error.rawMessage, Code.Unavailable, undefined, undefined, error)
    : error;
}

/**
 * Opens streams with Connect's own transport over HTTP/1.1. Each stream has a connection of its own, so that streams are
 * spread over all instances.
 */
export function createNetworkStreams({ baseUrl, tls, connections, maxMessageBytes }: NetworkStreamsOptions): {
  readonly transport: () => Pick<Transport, 'stream'>;
  /** Closes every connection. */
  readonly close: () => void;
  /** New streams use this certificate and these authorities. */
  readonly setTls: (tls: RpcTls) => void;
} {
  const options = { keepAlive: false, maxSockets: connections };
  const agent =
    new URL(baseUrl).protocol === 'https:'
      ? new TlsAgent({ ...options, ...clientTlsOptions(tls) })
      : new Agent(options);
  const create = (): Pick<Transport, 'stream'> => {
    const transport = createConnectTransport({
      baseUrl,
      httpVersion: '1.1',
      useBinaryFormat: true,
      nodeOptions: { agent },
      readMaxBytes: maxMessageBytes,
      // Between services compression costs more CPU time than the smaller messages save.
      acceptCompression: [],
    });
    const fail = (thrown: unknown): never => {
      throw unavailableIfBroken(thrown);
    };
    return {
      stream: async (...call) =>
        mapStreamErrors(await transport.stream(...call).catch(fail), unavailableIfBroken),
    };
  };
  let created: Pick<Transport, 'stream'> | undefined;
  return {
    transport: () => (created ??= create()),
    close: () => agent.destroy(),
    setTls(renewed) {
      if (agent instanceof TlsAgent) Object.assign(agent.options, clientTlsOptions(renewed));
    },
  };
}
