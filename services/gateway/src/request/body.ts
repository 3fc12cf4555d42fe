import type { IncomingMessage } from 'node:http';
import type { Access } from '@patchbay/access/access';
import { Failure, invalid } from '@patchbay/errors/failure';
import { addressKey } from '@patchbay/http/client-address';
import type { z } from 'zod';
import { BodyBuffer, BodyMemory } from '../edge/body-memory.ts';
import { overloaded, runningRequestOf } from '../edge/overload.ts';
import { sentFieldValues } from '../schemas/provider.ts';
import type { Exchange } from './exchange.ts';
import { parseJson } from './json.ts';

const kibibyte = 1024;

/** Bytes of a body, by what the operation takes. `public`: without a credential; `credentials`: those of a client at a provider. */
const maxBytes = {
  none: kibibyte,
  public: 4 * kibibyte,
  credentials: 64 * kibibyte,
  other: 256 * kibibyte,
  relayed: 4 * 1024 * kibibyte,
} as const;

/** The part of an operation that decides how long its body may be. */
export interface TakesBody {
  readonly credentials: string;
  readonly body?: z.ZodType;
}

function maxBytesOf({ credentials, body }: TakesBody): number {
  if (body === undefined) return maxBytes.none;
  // A body that has nothing but the fields of a provider.
  if (body === sentFieldValues) return maxBytes.credentials;
  return credentials === 'none' ? maxBytes.public : maxBytes.other;
}

/**
 * The slowest body that is taken brings 1 KiB a second. It is counted every 10 seconds: a body of up to 10 KiB, and the last part of a
 * longer one, may take 10 seconds.
 */
const slowest = { bytes: 10 * kibibyte, everyMs: 10_000 } as const;

/** Of all requests whose body is being read, in this process: as much as 128 of the longest bodies. */
const memory = new BodyMemory(32 * 1024 * kibibyte);

/** Of all relayed bodies, until they are answered. An organization may hold an eighth. */
const relayedMemory = new BodyMemory(64 * 1024 * kibibyte, 1 / 8);

const tooLarge = (max: number): Failure =>
  new Failure(
    'content_too_large',
    max === maxBytes.none
      ? 'This operation takes no body: one that is sent has at most 1 KiB.'
      : `The body of this operation has at most ${max / kibibyte} KiB.`,
  );

const tooSlow = (): Failure =>
  new Failure('request_timeout', 'The body came slower than 1 KiB a second for 10 seconds.');

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
  isChunked(request) || declaredBytes(request) > maxBytes.other;

interface ReadOptions {
  readonly max: number;
  readonly heldIn?: BodyMemory;
  /** Whose part of that memory it takes. Default: that of the client address. */
  readonly of?: string;
  /** When the body is counted no longer. Default: once it was read. */
  readonly until?: 'answered';
}

/** Buffers at most `max`. The server discards what still arrives, so that the client can read the 413. */
const readBytes = (
  { request, response, ipAddress, clock }: Exchange,
  { max, heldIn = memory, of = addressKey(ipAddress), until }: ReadOptions,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // No event follows: the client left during an earlier stage, and `close` was emitted then. What had arrived is discarded.
    if (request.destroyed) {
      reject(incomplete());
      return;
    }
    // Clients that send slowly must not make the gateway refuse everybody else.
    const running = runningRequestOf(response);
    if (!request.complete) running?.leave();
    const body = new BodyBuffer(heldIn, of, declaredBytes(request));
    let counted = 0;
    const pace = clock.every(slowest.everyMs, () => {
      if (body.size - counted < slowest.bytes) {
        response.setHeader('connection', 'close');
        settle(() => reject(tooSlow()));
      }
      counted = body.size;
    });
    const settle = (end: () => void): void => {
      pace.cancel();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      if (until === 'answered' && !response.closed) response.once('close', () => body.giveBack());
      else body.giveBack();
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

function refuseEncoded({ request }: Exchange): void {
  if (request.headers['content-encoding'] !== undefined)
    throw new Failure('unsupported_media_type', 'A body must not be encoded.');
}

/** The JSON body of a request; undefined where it has none. Refuses more bytes than the operation takes. */
export async function readBody(exchange: Exchange, operation: TakesBody): Promise<unknown> {
  const { request } = exchange;
  const max = maxBytesOf(operation);
  if (!hasBody(request)) return undefined;
  if (declaredBytes(request) > max) throw tooLarge(max);
  if (!isJson(request.headers['content-type'])) {
    throw new Failure('unsupported_media_type', 'A body must be application/json.');
  }
  refuseEncoded(exchange);
  const bytes = await readBytes(exchange, { max });
  return bytes.byteLength === 0 ? undefined : parseJson(bytes);
}

/** The body of a relayed request, of any content type; empty where there is none. Who may not use the organization sends none. */
export async function readRawBody(exchange: Exchange, access: Access | undefined): Promise<Buffer> {
  const { relayed: max } = maxBytes;
  if (!hasBody(exchange.request)) return Buffer.alloc(0);
  if (declaredBytes(exchange.request) > max) throw tooLarge(max);
  // Rules that read a body would not see what an encoded one asks for.
  refuseEncoded(exchange);
  const of = access?.organization.id ?? '';
  return readBytes(exchange, { max, heldIn: relayedMemory, of, until: 'answered' });
}

/** For `GET` and `HEAD`, which ignore a body: refuses more than 1 KiB, and reads only what declares no length. */
export async function ignoreBody(exchange: Exchange): Promise<void> {
  if (declaredBytes(exchange.request) > maxBytes.none) throw tooLarge(maxBytes.none);
  if (isChunked(exchange.request)) await readBytes(exchange, { max: maxBytes.none });
}
