import { PassThrough } from 'node:stream';
import type { Io } from './io.ts';

/** Surroundings whose streams are kept; with `columns` they are terminals. */
export interface TestIo extends Io {
  written(stream: 'stdout' | 'stderr'): string;
}

export function createTestIo(
  columns?: number,
  env: Readonly<Record<string, string>> = {},
  signal: AbortSignal = new AbortController().signal,
): TestIo {
  const written = { stdout: '', stderr: '' };
  const open = (name: 'stdout' | 'stderr'): NodeJS.WriteStream => {
    const stream = new PassThrough()
      .setEncoding('utf8')
      .on('data', (text: string) => (written[name] += text));
    return Object.assign(stream, { isTTY: columns !== undefined, columns }) as unknown as NodeJS.WriteStream;
  };
  return {
    stdin: new PassThrough() as unknown as NodeJS.ReadStream,
    stdout: open('stdout'),
    stderr: open('stderr'),
    env,
    signal,
    written: (stream) => written[stream],
  };
}
