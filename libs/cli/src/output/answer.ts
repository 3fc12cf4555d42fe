import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../failure.ts';
import type { Io } from '../terminal/io.ts';
import { printable } from '../terminal/printable.ts';

/** JSON for people. Characters that a terminal would act on are escaped as JSON has it. */
export const prettyJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)}\n`.replaceAll(
    // oxlint-disable-next-line no-control-regex
    /[\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The status and the headers of an answer, as HTTP has them. */
export function printHead({ stdout }: Io, { status, statusText, headers }: Response): void {
  const lines = [...headers].map(([name, value]) => `${name}: ${printable(value)}`);
  stdout.write(`${[`HTTP/1.1 ${status} ${printable(statusText)}`, ...lines].join('\n')}\n\n`);
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/([\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '');

function printableStream(): Transform {
  const decoder = new TextDecoder();
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, printable(decoder.decode(chunk, { stream: true }))),
    flush: (done) => done(null, printable(decoder.decode())),
  });
}

/** Prints the body of an answer: as it comes in a pipe, and as people read it on a terminal. */
export async function printBody({ stdout, signal }: Io, response: Response): Promise<void> {
  if (response.body === null) return;
  try {
    if (stdout.isTTY && isJson(response)) {
      const text = await response.text();
      try {
        stdout.write(prettyJson(JSON.parse(text)));
      } catch {
        stdout.write(printable(text));
      }
      return;
    }
    const body = Readable.fromWeb(response.body as never);
    const options = { end: false, signal };
    if (stdout.isTTY) {
      await pipeline(body, printableStream(), stdout, options);
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
