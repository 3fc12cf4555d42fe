import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import { answerMalformed } from './malformed.ts';

const options = {
  /** Bytes. */
  maxHeaderSize: 16 * 1024,
  /** Milliseconds; above the idle timeout of common load balancers, which must be the ones to close. */
  keepAliveTimeout: 75_000,
  /** Milliseconds in which a request's headers, and all of it, have to arrive. */
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  /** Node would answer a missing one by itself, not with a problem. */
  requireHostHeader: false,
};

/** Milliseconds between looks for connections that fell idle while draining. */
const sweepInterval = 50;

export interface HttpServer extends Component {
  /** The port it listens on, once started. */
  port(): number;
}

/** The public port. */
export function createHttpServer(listener: RequestListener, port: number): HttpServer {
  const server = createServer(options, listener);
  server.on('checkExpectation', listener);
  server.on('clientError', (error, socket) => answerMalformed(error, socket as Socket));
  return {
    name: 'http',
    port: () => (server.address() as AddressInfo).port,
    async start() {
      server.listen(port);
      await once(server, 'listening');
    },
    async drain(deadline) {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
      // A streamed answer may go on for longer than anyone waits.
      if (!(await inTime(closed, deadline))) server.closeAllConnections();
      clearInterval(sweep);
    },
    async stop() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
