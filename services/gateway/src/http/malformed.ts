import type { Socket } from 'node:net';
import { Failure, invalid } from '@patchbay/errors/failure';
import { toProblem } from '@patchbay/errors/problem';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { v7 as uuidv7 } from 'uuid';

const failureOf = (code: string | undefined): Failure =>
  code === 'HPE_HEADER_OVERFLOW'
    ? new Failure('header_fields_too_large', 'The headers of a request have at most 16 KiB.')
    : invalid({ path: '', message: 'must be HTTP' });

/** Answers bytes that Node's HTTP parser rejected, directly on the socket: there is no request object for the pipeline. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.destroy();
    return;
  }
  void inSpan(tracerOf('gateway'), 'malformed request', { kind: SpanKind.SERVER }, async () => {
    const requestId = uuidv7();
    const traceparent = currentTraceparent();
    const problem = toProblem(failureOf(error.code), { instance: '/', requestId });
    const body = JSON.stringify(problem);
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      `x-request-id: ${requestId}`,
      ...(traceparent === undefined ? [] : [`traceparent: ${traceparent}`]),
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
