import { type DestinationStream, type Logger, pino } from 'pino';
import { loggedError } from './logged-error.ts';
import { redacted } from './redact.ts';
import { currentIds } from './trace-context.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  readonly service: string;
  readonly level?: string;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
  /**
   * Collects lines for up to 100 ms before they are written to standard output. Default false. A signal that the process does not
   * handle loses them, as SIGKILL does: for processes that handle SIGTERM and SIGINT.
   */
  readonly buffered?: boolean;
}

const bufferedMs = 100;

/**
 * Writes synchronously, so that no line is under way when the process exits. Not with pino's `periodicFlush`: it wakes an idle process ten
 * times a second.
 */
function createBufferedOutput(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ sync: true, minLength: 8_192 });
  let flushing: NodeJS.Timeout | undefined;
  // Not `flushSync`, which cannot end where nobody reads the output any more.
  const flush = (): void => {
    flushing = undefined;
    output.flush();
  };
  // pino itself flushes after a fatal line, but at exit only where `sync` is false.
  process.on('exit', () => output.flushSync());
  return {
    write(line) {
      output.write(line);
      flushing ??= setTimeout(flush, bufferedMs).unref();
    },
    flushSync: () => output.flushSync(),
  };
}

/** One for all loggers of the process, so that their lines stay in order. */
let bufferedOutput: DestinationStream | undefined;
const sharedBufferedOutput = (): DestinationStream => (bufferedOutput ??= createBufferedOutput());

/** The names that OpenTelemetry gives the ids in JSON: tools lead from a line to its trace by them. */
function traceFields(fields: object): object {
  const ids = 'trace_id' in fields ? undefined : currentIds();
  return ids === undefined ? {} : { trace_id: ids.traceId, span_id: ids.spanId };
}

/** Logs JSON lines, each with the ids of the active trace and span, and without secrets. */
export function createLogger({
  service,
  level = 'info',
  buffered = false,
  destination = buffered ? sharedBufferedOutput() : undefined,
}: LoggerOptions): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceFields,
    formatters: { level: (label: string) => ({ level: label }), log: redacted },
    serializers: { err: loggedError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
