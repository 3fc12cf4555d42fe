/**
 * Read with kafkajs 2.2.4. Its own sockets stay open after `end()` until the broker ends them too, and a broker that hangs never
 * does: each failed attempt to connect would leave an open socket. These are destroyed as soon as kafkajs has ended them.
 */
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** As for every other server that we call. */
const minVersion = 'TLSv1.2';

/** TCP keep-alive in milliseconds, as in kafkajs. */
const keepAliveMs = 60_000;

export const createSocket: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const socket = ssl
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), minVersion, ...ssl }, onConnect)
    : connect({ host, port }, onConnect);
  socket.setKeepAlive(true, keepAliveMs);
  socket.once('finish', () => void socket.destroy());
  return socket;
};
