import type { IncomingMessage } from 'node:http';
import { Failure, invalid } from '@patchbay/errors/failure';
import { BodyBuffer, BodyMemory } from '../edge/body-memory.ts';
import { overloaded, runningRequestOf } from '../edge/overload.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';

/** Bytes of a body, by whether the operation takes one. */
export const maxBytes = { taken: 256 * 1024, notTaken: 1024 } as const;

/** Of all requests whose body is being read, in this process: as much as 128 of the longest bodies. */
const memory = new BodyMemory(32 * 1024 * 1024);

const tooLarge = (max: number): Failure =>
  new Failure(
    'content_too_large',
    max === maxBytes.taken
      ? `A body has at most ${max / 1024} KiB.`
      : `This operation takes no body: one that is sent has at most ${max / 1024} KiB.`,
  );

const incomplete = (): Failure => invalid({ path: '', message: 'ended before it was complete' });

const isJson = (contentType: string | undefined): boolean =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

/** Bytes as `Content-Length` declares them; 0 without one, as in a chunked request. */
const declaredBytes = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined;

export const hasBody = (request: IncomingMessage): boolean =>
  declaredBytes(request) > 0 || isChunked(request);

/** Whether a body follows that Node must not read to its end after an early answer: a longer one than any that is taken. */
export const hasUndiscardedBody = (request: IncomingMessage): boolean =>
  isChunked(request) || declaredBytes(request) > maxBytes.taken;

/** Buffers at most `max`. The server discards what still arrives, so that the client can read the 413. */
const readBytes = ({ request, response }: Exchange, max: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // No event follows: the client left during an earlier stage, and `close` was emitted then. What had arrived is discarded.
    if (request.destroyed) {
      reject(incomplete());
      return;
    }
    // Clients that send slowly must not make the gateway refuse everybody else.
    const running = runningRequestOf(response);
    if (!request.complete) running?.leave();
    const body = new BodyBuffer(memory, declaredBytes(request));
    const settle = (end: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      body.giveBack();
      end();
    };
    const onData = (chunk: Buffer): void => {
      if (body.size + chunk.byteLength > max) settle(() => reject(tooLarge(max)));
      else if (!body.append(chunk)) settle(() => reject(overloaded('too many bodies are being read')));
    };
    const onEnd = (): void =>
      settle(() => {
        try {
          running?.enter();
          resolve(body.bytes);
        } catch (refusal) {
          reject(refusal);
        }
      });
    const onClose = (): void => settle(() => reject(incomplete()));
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    // Set by the HTTP server where the client waits to be asked for the body; once it has sent it, the connection stays usable.
    if (response.hasHeader('connection')) {
      response.removeHeader('connection');
      response.writeContinue();
    }
  });

/** The JSON body of a request; undefined where it has none. Refuses more than `max` bytes. */
export async function readBody(exchange: Exchange, max: number): Promise<unknown> {
  const { request } = exchange;
  if (!hasBody(request)) return undefined;
  if (declaredBytes(request) > max) throw tooLarge(max);
  if (!isJson(request.headers['content-type'])) {
    throw new Failure('unsupported_media_type', 'A body must be application/json.');
  }
  if (request.headers['content-encoding'] !== undefined) {
    throw new Failure('unsupported_media_type', 'A body must not be encoded.');
  }
  const bytes = await readBytes(exchange, max);
  return bytes.byteLength === 0 ? undefined : parseJson(bytes);
}

/** For `GET` and `HEAD`, which ignore a body: refuses more than `max` bytes, and reads only what declares no length. */
export async function ignoreBody(exchange: Exchange, max: number): Promise<void> {
  if (declaredBytes(exchange.request) > max) throw tooLarge(max);
  if (isChunked(exchange.request)) await readBytes(exchange, max);
}
