import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext } from 'node:tls';
import { clientTlsOptions, type RpcTls } from '../../tls.ts';

/** Milliseconds in which a connection must be established; otherwise the call fails as `unavailable`. */
const connectTimeoutMs = 2_000;
/** Milliseconds of silence after which TCP finds out whether the other side is still there. */
const probeMs = 60_000;

/** Calls one of both, once: with a connected socket, which then has no listeners of ours, or with the reason why there is none. */
export type Connect = (onConnected: (socket: Socket) => void, onError: (error: Error) => void) => void;

/** Node's error has no text of its own where a name has several addresses and none of them can be connected to. */
const withText = (error: Error): Error =>
  error instanceof AggregateError
    ? new Error(error.errors.map((each: Error) => each.message).join(', '), { cause: error })
    : error;

/** Connects to an `http:` or `https:` address, over HTTP/1.1 in both cases. */
export function createConnect(baseUrl: string, tls: RpcTls): Connect {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  // A URL has IPv6 addresses in brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  const options = {
    host,
    port: Number(port) || (isTls ? 443 : 80),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: probeMs,
  };
  const tlsOptions = {
    ...options,
    // Made once: a certificate that cannot be read fails here and not in each call.
    ...(isTls && { secureContext: createSecureContext(clientTlsOptions(tls)) }),
    // HTTP/2 is not offered: one connection of it would send all calls to one instance.
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 && { servername: host }),
  };
  /** Of the last handshake: the next one is shorter with it. */
  let session: Buffer | undefined;
  const open = (): Socket =>
    isTls
      ? connectTls({ ...tlsOptions, ...(session && { session }) }).on('session', (next) => (session = next))
      : connectTcp(options);
  return (onConnected, onError) => {
    const socket = open();
    const timer = setTimeout(
      () => socket.destroy(new Error(`not connected within ${connectTimeoutMs} ms`)),
      connectTimeoutMs,
    );
    const fail = (error: Error): void => {
      clearTimeout(timer);
      onError(withText(error));
    };
    socket.once('error', fail).once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      onConnected(socket);
    });
  };
}
