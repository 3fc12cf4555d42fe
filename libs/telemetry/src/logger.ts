import { type DestinationStream, type Logger, pino } from 'pino';
import { createBufferedOutput } from './buffered-output.ts';
import { lineOf } from './line.ts';
import { perSecond } from './per-second.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  readonly service: string;
  readonly level?: string;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
  /** Collects lines for a moment before they are written, see `createBufferedOutput`. Default false. */
  readonly buffered?: boolean;
}

/** One for all loggers of the process, so that their lines stay in order. */
let bufferedOutput: DestinationStream | undefined;
const sharedBufferedOutput = (): DestinationStream => (bufferedOutput ??= createBufferedOutput());

/** The parts of a logger of pino from which its lines are made, by pino's names. */
interface LineParts {
  readonly [pino.symbols.lsCacheSym]: Readonly<Record<number, string>>;
  readonly [pino.symbols.chindingsSym]: string;
}

/** Replaces the method of pino that makes the text of a line; `time` is `,"time":"…"`. */
function asJson(
  this: LineParts,
  fields: Record<string, unknown>,
  message: string | undefined,
  level: number,
  time: string,
): string {
  const start = {
    level: this[pino.symbols.lsCacheSym][level] ?? '{',
    bindings: this[pino.symbols.chindingsSym],
  };
  return lineOf(start, time, fields, message);
}

const timeStart = perSecond((time) => `,"time":"${time.toISOString().slice(0, -4)}`);
/** `,"time":"2027-01-31T12:00:00.000Z"` */
function lineTime(): string {
  const now = Date.now();
  return `${timeStart(now)}${String(now % 1_000).padStart(3, '0')}Z"`;
}

/** Logs JSON lines, each with the ids of the active trace and span. */
export function createLogger({
  service,
  level = 'info',
  buffered = false,
  destination = buffered ? sharedBufferedOutput() : undefined,
}: LoggerOptions): Logger {
  const options = {
    level,
    base: { service },
    timestamp: lineTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const logger = destination === undefined ? pino(options) : pino(options, destination);
  return Object.assign(logger, { [pino.symbols.asJsonSym]: asJson });
}
