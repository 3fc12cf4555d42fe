import type { IncomingMessage } from 'node:http';
import { Failure, invalid } from '@patchbay/errors/failure';
import { parseJson } from './json.ts';

/** Bytes. */
const maxBody = 256 * 1024;

const tooLarge = (): Failure => new Failure('content_too_large', `A body has at most ${maxBody / 1024} KiB.`);

const isJson = (contentType: string | undefined): boolean =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Buffers at most `maxBody`. The server discards what still arrives, so that the client can read the 413. */
const readBytes = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (end: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      end();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.byteLength;
      if (size > maxBody) settle(() => reject(tooLarge()));
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks, size)));
    const onClose = (): void =>
      settle(() => reject(invalid({ path: '', message: 'ended before it was complete' })));
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });

/** The JSON body of a request; undefined where it has none. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  if (!isJson(request.headers['content-type'])) {
    throw new Failure('unsupported_media_type', 'A body must be application/json.');
  }
  if (request.headers['content-encoding'] !== undefined) {
    throw new Failure('unsupported_media_type', 'A body must not be encoded.');
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBody) throw tooLarge();
  const bytes = await readBytes(request);
  return bytes.byteLength === 0 ? undefined : parseJson(bytes);
}
