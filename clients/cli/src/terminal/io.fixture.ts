import { PassThrough } from 'node:stream';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import type { Io } from './io.ts';

/** An `Io` that records its streams, with a stopped clock. With `columns` the streams are terminals. */
export interface TestIo extends Io {
  readonly clock: ManualClock;
  written(stream: 'stdout' | 'stderr'): string;
}

export function createTestIo(columns?: number, env: Readonly<Record<string, string>> = {}): TestIo {
  const interruption = new AbortController();
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
    signal: interruption.signal,
    interrupt: () => interruption.abort(),
    clock: createManualClock(),
    written: (stream) => written[stream],
  };
}
