import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { clientTlsOptions, type RpcTls } from '../../tls.ts';

/** Milliseconds in which a connection must be established; otherwise the call fails as `unavailable`. */
const connectTimeoutMs = 2_000;
/** Milliseconds of silence after which TCP finds out whether the other side is still there. */
const probeMs = 60_000;

/** Returns a function that connects to an `http:` or `https:` address, over HTTP/1.1 in both cases. */
export function createConnect(baseUrl: string, tls: RpcTls): () => Promise<Socket> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  // A URL has IPv6 addresses in brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(port) || (isTls ? 443 : 80), noDelay: true, keepAlive: true };
  const options = { ...to, keepAliveInitialDelay: probeMs };
  // HTTP/2 is not offered: one connection of it would send all calls to one instance.
  const tlsOptions = { ...clientTlsOptions(tls), ...options, ALPNProtocols: ['http/1.1'] };
  const named = isIP(host) === 0 ? { ...tlsOptions, servername: host } : tlsOptions;
  /** Of the last handshake: the next one is shorter with it. */
  let session: Buffer | undefined;
  const open = (): Socket =>
    isTls
      ? connectTls({ ...named, ...(session && { session }) }).on('session', (next) => (session = next))
      : connectTcp(options);
  return () =>
    new Promise((resolve, reject) => {
      const socket = open();
      const timer = setTimeout(
        () => socket.destroy(new Error(`not connected within ${connectTimeoutMs} ms`)),
        connectTimeoutMs,
      );
      const onError = (error: Error): void => {
        clearTimeout(timer);
        reject(error);
      };
      socket.once('error', onError).once(isTls ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        socket.off('error', onError);
        resolve(socket);
      });
    });
}
