import type { Socket } from 'node:net';
import { Failure, invalid } from '@patchbay/errors/failure';
import { toProblem } from '@patchbay/errors/problem';
import type { Logger } from '@patchbay/telemetry/logger';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { v7 as uuidv7 } from 'uuid';
import { normalizeAddress } from './client-address.ts';
import type { HeaderPairs } from './security-headers.ts';

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
export function answerMalformed(
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
