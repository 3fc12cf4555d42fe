import { type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Failure } from '@patchbay/errors/failure';
import { parseJson } from '@patchbay/outgoing/json';
import type { OutgoingError, StreamedAnswer } from '@patchbay/outgoing/outgoing';
import type { Clock } from '@patchbay/runtime/clock';
import { failureOf } from '../connector/classify.ts';
import type { Provider } from '../connector/provider.ts';

/** Bytes of an answer that are read for token errors, which some providers send with another status than 401. */
const readBytes = 65_536;

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body without its content coding, in which no secret could be found. */
export function decoded({ headers, body }: StreamedAnswer, hasBody: boolean): Readable {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity' || !hasBody) return body;
  const create = Object.hasOwn(decoders, coding) ? decoders[coding as keyof typeof decoders] : undefined;
  if (create === undefined) {
    body.destroy();
    throw new Failure('unavailable', 'The provider answers in a content coding that Patchbay cannot read.', {
      byProvider: true,
    });
  }
  const plain = create();
  body.on('error', (error) => plain.destroy(error));
  plain.on('close', () => body.destroy());
  // It may fail before somebody reads it.
  plain.on('error', () => {});
  return body.pipe(plain);
}

export const isJson = ({ headers }: Pick<StreamedAnswer, 'headers'>): boolean =>
  /\bjson\b/i.test(headers['content-type'] ?? '');

/** The beginning of a body, and the whole where it is short. Otherwise the beginning stays in the stream. */
export async function peek(
  stream: Readable,
): Promise<{ readonly beginning: Buffer; readonly whole?: Buffer; readonly stream: Readable }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const { value, done } = await iterator.next();
    if (done === true) {
      const whole = Buffer.concat(chunks);
      return { beginning: whole, whole, stream };
    }
    chunks.push(value);
    size += value.length;
    if (size > readBytes) break;
  }
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield* chunks;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  const whole = Transform.from(rest());
  // Also where nobody has begun to read it.
  whole.once('close', () => stream.destroy());
  return { beginning: Buffer.concat(chunks), stream: whole };
}

/** Whether the provider refuses the token, and not the request. */
export function refusesToken(
  provider: Provider,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
  clock: Pick<Clock, 'now'>,
): boolean {
  if (status === 401) return true;
  const answer = { status, headers, body: parseJson(text), text };
  const own = provider.classify?.(answer, 'api', clock);
  const failure = own === 'ok' ? undefined : (own ?? failureOf(answer, 'api', provider.authMethod));
  return failure?.reason === 'unauthorized' || failure?.reason === 'ended';
}

/** Bounds and settings of this installation: nothing was sent, or nobody waited for the answer. */
const ownFailures: ReadonlySet<OutgoingError['failure']> = new Set(['busy', 'address_refused', 'canceled']);

export const unreachable = ({ failure, retryAfterMs }: OutgoingError, provider: Provider): Failure => {
  const byProvider = !ownFailures.has(failure);
  if (failure === 'timeout')
    return new Failure('timeout', `${provider.name} did not answer in time.`, { byProvider });
  return new Failure('unavailable', `${provider.name} cannot be reached at the moment.`, {
    retryAfterSeconds: Math.ceil((retryAfterMs ?? 10_000) / 1000),
    byProvider,
  });
};

/** The provider ended or damaged its answer, or stopped sending. Without the error as a cause: it may hold what was sent. */
export const brokenOff = (error: unknown, { name }: Provider): Failure => {
  if (error instanceof Failure) return error;
  const code = String((error as NodeJS.ErrnoException | undefined)?.code);
  return code === 'UND_ERR_BODY_TIMEOUT'
    ? new Failure('timeout', `${name} stopped sending in the middle of its answer.`, { byProvider: true })
    : new Failure('unavailable', `${name} ended its answer before it was complete.`, {
        internal: `an answer was broken off: ${code}`,
        retryAfterSeconds: 10,
        // Not where this process stops and closes its connections.
        byProvider: code !== 'UND_ERR_DESTROYED',
      });
};
