import { styleText } from 'node:util';
import type { Clock } from '@patchbay/runtime/clock';
import { cleanLine } from '../text/clean.ts';

/** The environment of a command: streams, variables, clock, and the signal of Ctrl-C. */
export interface Io {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. Every wait and every request takes it. */
  readonly signal: AbortSignal;
  /** Does what Ctrl-C does. In raw mode it is a key, which no signal follows. */
  readonly interrupt: () => void;
  readonly clock: Clock;
}

/** Whether a person can be asked. Questions go to stderr, so that stdout may be a pipe. */
export const isInteractive = ({ stdin, stderr }: Io): boolean => stdin.isTTY && stderr.isTTY;

/** The width of the terminal; undefined where stdout is not one. */
export const columnsOf = ({ stdout }: Io): number | undefined =>
  stdout.isTTY ? stdout.columns || 80 : undefined;

type Format = Parameters<typeof styleText>[0];

/** A text in colour where the stream is a terminal and NO_COLOR is not set. */
export function styled(io: Io, stream: NodeJS.WriteStream, format: Format, text: string): string {
  const isPlain = !stream.isTTY || io.env['NO_COLOR'] || io.env['TERM'] === 'dumb';
  // Node's own check looks at process.stdout, which may be another stream.
  return isPlain ? text : styleText(format, text, { validateStream: false });
}

/** A warning for people. It goes to stderr. */
export function warn(io: Io, text: string): void {
  io.stderr.write(`${styled(io, io.stderr, 'yellow', 'warning:')} ${cleanLine(text)}\n`);
}
