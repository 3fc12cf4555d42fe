import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { type TLSSocket, Server as TlsServer } from 'node:tls';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, startAtZero } from '@patchbay/telemetry/metrics';
import { limitedLog } from '../limited-log.ts';
import { type RpcTls, serverTlsOptions } from '../tls.ts';
import type { NodeHandler, NodeRequest, NodeResponse } from './connect-handler.ts';

/** Milliseconds, except where it says otherwise. */
export interface ConnectionLimits {
  /** From the beginning of a connection, or of a request, until its headers have arrived; for HTTP/2 until the client's settings have. */
  readonly headersMs: number;
  /** In which the headers and the body of a request must have arrived. */
  readonly requestMs: number;
  /**
   * For which a connection without calls is kept: longer than our clients keep it, so that they close it first and send no
   * request on a closed one.
   */
  readonly idleMs: number;
  /** For which an answer over HTTP/2 may wait for its reader; undefined: no limit. */
  readonly stalledMs: number | undefined;
  /** Between two checks of `headersMs` and `requestMs` over HTTP/1.1. */
  readonly checkMs: number;
}

export const defaultLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 75_000,
  checkMs: 5_000,
} satisfies Partial<ConnectionLimits>;

/** Open connections of one port; Node closes further ones at once. More than all our clients together keep. */
const maxConnections = 16_384;
/** Requests that one HTTP/1.1 connection may send before the first of them is answered. Our clients send one. */
const maxPipelined = 8;
/** Milliseconds that a client has to send the rest of its request, or to close its side, after draining has begun. */
const graceMs = 1_000;

/** The same for a TCP connection and the TLS socket on top of it, which Node does not let us find by each other. */
const peerOf = ({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string =>
  `${remoteAddress} ${remotePort}`;

/** A port: its server, the open connections and the running requests. */
export class Listener {
  readonly #server: Server;
  readonly #closeIdle: () => void;
  readonly #connections = new Map<string, Socket>();
  readonly #requests = new Set<NodeRequest>();
  #closed: Promise<unknown> | undefined;
  #closingSince = Number.POSITIVE_INFINITY;

  /** `closeIdle` closes the connections that serve no request; called repeatedly while the server drains. */
  constructor(server: Server, serve: NodeHandler, closeIdle: () => void) {
    this.#server = server;
    this.#closeIdle = closeIdle;
    server.maxConnections = maxConnections;
    server.on('connection', (socket) => {
      const peer = peerOf(socket);
      this.#connections.set(peer, socket);
      socket.once('close', () => {
        if (this.#connections.get(peer) === socket) this.#connections.delete(peer);
      });
    });
    server.on('request', (request: NodeRequest, response: NodeResponse) => {
      this.#requests.add(request);
      response.once('close', () => this.#requests.delete(request));
      serve(request, response);
    });
  }

  async listen(port: number, host: string | undefined): Promise<void> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
  }

  /** New connections get this certificate. Has no effect on a server without TLS. */
  setTls(tls: RpcTls): void {
    const options = serverTlsOptions(tls);
    if (options !== undefined && this.#server instanceof TlsServer) this.#server.setSecureContext(options);
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Accepts no further connection; resolves when the last one is closed. */
  close(): Promise<unknown> {
    if (this.#closed === undefined) {
      this.#closed = this.#server.listening ? once(this.#server, 'close') : Promise.resolve();
      this.#closingSince = performance.now();
      this.#server.close();
    }
    return this.#closed;
  }

  /** After `close`: closes idle connections and, after `graceMs`, those without a request that has arrived as a whole. */
  closeIdle(): void {
    this.#closeIdle();
    if (performance.now() - this.#closingSince <= graceMs) return;
    const served = new Set(
      [...this.#requests].filter(({ complete }) => complete).map(({ socket }) => peerOf(socket)),
    );
    for (const [peer, socket] of this.#connections) if (!served.has(peer)) socket.destroy();
  }

  destroy(): void {
    for (const socket of this.#connections.values()) socket.destroy();
  }
}

/** Ends the connection of a client that sends request after request without waiting for the answers. */
export function limitPipelining(serve: NodeHandler): NodeHandler {
  const running = new WeakMap<object, number>();
  return (request, response) => {
    const { socket } = request;
    const requests = (running.get(socket) ?? 0) + 1;
    running.set(socket, requests);
    response.once('close', () => running.set(socket, (running.get(socket) ?? 1) - 1));
    if (requests > maxPipelined) socket.destroy();
    else serve(request, response);
  };
}

/**
 * A TLS socket that Node has destroyed has no address any more. The TCP socket below it, in an undocumented property, still
 * has the one that was read at the beginning of the connection.
 */
const addressOf = (socket: TLSSocket): string | undefined => {
  const { remoteAddress, _parent: below }: TLSSocket & { readonly _parent?: Socket } = socket;
  return remoteAddress ?? below?.remoteAddress;
};

/** Why the client's certificate was refused; undefined if the handshake failed for another reason. */
function certificateRefusal(error: NodeJS.ErrnoException, socket: TLSSocket): string | undefined {
  if (error.code === 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE') return 'missing';
  // Typed as an Error; Node sets the code of the error, or null.
  return (socket.authorizationError as unknown as string | null) ?? undefined;
}

/** Logs failed handshakes with the address of the peer, and counts those with a refused certificate. */
export function reportHandshakes(server: Server, logger: Logger): void {
  startAtZero('rpcRefused', { reason: ['certificate'] });
  const logFailure = limitedLog((failure: { address: string | undefined; err: Error }, unlogged) =>
    logger.info({ ...failure, unlogged }, 'TLS handshake failed'),
  );
  const logRefusal = limitedLog((refusal: { address: string | undefined; reason: string }, unlogged) =>
    logger.info({ ...refusal, unlogged }, 'connection refused: no valid client certificate'),
  );
  server.on('tlsClientError', (error: Error, socket: TLSSocket) => {
    const address = addressOf(socket);
    const reason = certificateRefusal(error, socket);
    if (reason === undefined) {
      logFailure({ address, err: error });
      return;
    }
    logRefusal({ address, reason });
    count('rpcRefused', 1, { reason: 'certificate' });
  });
}
