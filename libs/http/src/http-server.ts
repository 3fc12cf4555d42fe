import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Failure, invalid } from '@patchbay/errors/failure';
import { toProblem } from '@patchbay/errors/problem';
import { systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { v7 as uuidv7 } from 'uuid';
import { normalizeAddress } from './client-address.ts';
import type { HeaderPairs } from './security-headers.ts';

const options = {
  /** Bytes. */
  maxHeaderSize: 16 * 1024,
  /** Milliseconds; above the idle timeout of common load balancers, so that they, not the server, close idle connections. */
  keepAliveTimeout: 75_000,
  /** Milliseconds in which the headers of a request have to arrive. */
  headersTimeout: 20_000,
  /** Milliseconds in which a whole request has to arrive, also one that was answered before. */
  requestTimeout: 60_000,
  /** The listener answers a missing `Host`: Node's own answer lacks the headers of every answer. */
  requireHostHeader: false,
};

/**
 * Milliseconds without a byte in either direction after which a connection is closed: its client does not read the answer. No answer
 * takes as long to begin, since no call to a service does. Does not apply between requests: `keepAliveTimeout` does.
 */
const defaultStallMs = 60_000;

/** Milliseconds between two calls of `closeIdleConnections` while draining: connections become idle one after another. */
const sweepInterval = 50;

export interface HttpServer extends Component {
  /** The port it listens on, once started. */
  port(): number;
}

export interface ListenOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Default: every interface. */
  readonly host?: string | undefined;
  /** Milliseconds; default one minute. See `defaultStallMs`. */
  readonly stallMs?: number;
}

const failureOf = (code: string | undefined): Failure =>
  code === 'HPE_HEADER_OVERFLOW'
    ? new Failure('header_fields_too_large', 'The headers of a request have at most 16 KiB.')
    : invalid({ path: '', message: 'must be HTTP' });

export interface MalformedOptions {
  /** The service whose port it is: a label of spans. */
  readonly service: string;
  /** Of every answer. */
  readonly headers: HeaderPairs;
  readonly logger: Logger;
}

/** Answers bytes that Node's HTTP parser rejected, directly on the socket: there is no request object. */
function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { service, headers, logger }: MalformedOptions,
): void {
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.destroy();
    return;
  }
  void inSpan(tracerOf(service), spanTable.malformedRequest.name(), { kind: SpanKind.SERVER }, async () => {
    const requestId = uuidv7();
    const traceparent = currentTraceparent();
    const problem = toProblem(failureOf(error.code), { instance: '/', requestId });
    const body = JSON.stringify(problem);
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      `x-request-id: ${requestId}`,
      ...(traceparent === undefined ? [] : [`traceparent: ${traceparent}`]),
      'connection: close',
    ];
    // The address of the last proxy, if there are any: there are no headers to read the client's from.
    const peerAddress = normalizeAddress(socket.remoteAddress ?? '');
    logger.info(
      { requestId, status: problem.status, peerAddress, code: error.code },
      'malformed request refused',
    );
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** The public port. */
export function createHttpServer(
  listener: RequestListener,
  { port, host, stallMs = defaultStallMs }: ListenOptions,
  malformed: MalformedOptions,
): HttpServer {
  let closesAfterAnswer = false;
  const answer: RequestListener = (request, response) => {
    if (closesAfterAnswer) response.shouldKeepAlive = false;
    listener(request, response);
  };
  const server = createServer(options, answer);
  server.setTimeout(stallMs);
  server.on('checkExpectation', answer);
  // `Expect: 100-continue`: without this listener Node would ask for every body before the request is looked at. An answer
  // that came without the body closes the connection, because the client may or may not still send it.
  server.on('checkContinue', (request, response) => {
    response.setHeader('connection', 'close');
    listener(request, response);
  });
  server.on('clientError', (error, socket) => answerMalformed(error, socket as Socket, malformed));
  return {
    name: 'http',
    port: () => (server.address() as AddressInfo).port,
    async start() {
      server.listen(port, host);
      await once(server, 'listening');
    },
    leave() {
      closesAfterAnswer = true;
    },
    async drain(deadline) {
      closesAfterAnswer = true;
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      const sweep = systemClock.every(sweepInterval, () => server.closeIdleConnections());
      // The deadline is needed because a streamed answer may take arbitrarily long.
      if (!(await inTime(closed, deadline))) {
        malformed.logger.warn('connections closed at the drain deadline with requests still running');
        server.closeAllConnections();
      }
      sweep.cancel();
    },
    async stop() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
