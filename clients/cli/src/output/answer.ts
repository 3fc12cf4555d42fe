import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../failure.ts';
import type { Io } from '../terminal/io.ts';
import { clean, cleanJson } from '../text/clean.ts';

/** The status and the headers of an answer, as HTTP has them. */
export function printHead({ stdout }: Io, { status, statusText, headers }: Response): void {
  const lines = [...headers].map(([name, value]) => `${name}: ${clean(value)}`);
  stdout.write(`${[`HTTP/1.1 ${status} ${clean(statusText)}`, ...lines].join('\n')}\n\n`);
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/([\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '');

function cleanStream(): Transform {
  const decoder = new TextDecoder();
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, clean(decoder.decode(chunk, { stream: true }))),
    flush: (done) => done(null, clean(decoder.decode())),
  });
}

/** Prints the body of an answer: as it comes in a pipe, and as people read it on a terminal. */
export async function printBody({ stdout, signal }: Io, response: Response): Promise<void> {
  if (response.body === null) return;
  try {
    if (stdout.isTTY && isJson(response)) {
      const text = await response.text();
      try {
        stdout.write(`${cleanJson(JSON.stringify(JSON.parse(text), null, 2))}\n`);
      } catch {
        stdout.write(clean(text));
      }
      return;
    }
    const body = Readable.fromWeb(response.body as never);
    const options = { end: false, signal };
    if (stdout.isTTY) {
      await pipeline(body, cleanStream(), stdout, options);
      stdout.write('\n');
    } else await pipeline(body, stdout, options);
  } catch (error) {
    signal.throwIfAborted();
    throw new Failure(
      'The answer was cut off before its end.',
      undefined,
      `What came is not the whole answer: ${String(error)}`,
    );
  }
}
