import type { IncomingMessage, ServerResponse } from 'node:http';
import { countPassedBytes } from '@patchbay/runtime/passed-bytes';
import { isWhole } from '../bodies/body-method.ts';
import { endTrailers, messageHeaders } from '../bodies/wire.ts';
import { asConnectError } from '../errors.ts';
import { errorAnswer } from '../unary-answer.ts';
import type { BodyHandler } from './body-handler.ts';
import { receive, send } from './unary-requests.ts';

/** Resolves when more can be written, or never will be. */
function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
  });
}

/** Sends a body as fast as its reader takes it, and then whether it is complete. */
async function sendParts(response: ServerResponse, parts: AsyncIterable<Uint8Array>): Promise<void> {
  let end = endTrailers();
  try {
    for await (const part of parts) {
      if (!response.write(part)) await drained(response);
      countPassedBytes(part.byteLength);
    }
  } catch (thrown) {
    end = endTrailers(asConnectError(thrown));
  }
  if (response.destroyed) return;
  response.addTrailers(end);
  response.end();
}

/** Serves one call whose messages have bodies beside them. `isClosing`: as in `serveUnary`. */
export async function serveBodies(
  handler: BodyHandler,
  request: IncomingMessage,
  response: ServerResponse,
  isClosing: () => boolean,
): Promise<void> {
  const received = await receive(handler, request, response);
  if (received === undefined) return;
  const call = handler.call(request.headers, received.body, received.values, () => response.destroy());
  response.once('close', () => {
    if (!response.writableFinished) call.cancel();
  });
  try {
    const { message, body } = await call.answer;
    const headers = messageHeaders(message);
    if (isWhole(body)) {
      headers['content-length'] = String(body.byteLength);
      send(response, { status: 200, headers, body }, isClosing());
      return;
    }
    response.writeHead(200, isClosing() ? { ...headers, connection: 'close' } : headers);
    response.flushHeaders();
    await sendParts(response, body);
  } catch (thrown) {
    send(response, errorAnswer(asConnectError(thrown)), isClosing());
  }
}
