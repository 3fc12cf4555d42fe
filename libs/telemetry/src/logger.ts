import { type DestinationStream, type Logger, pino } from 'pino';
import { createBufferedOutput } from './buffered-output.ts';
import { redacted } from './redact.ts';
import { currentTraceId } from './trace-context.ts';

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

/** Logs JSON lines, each with the id of the active trace. */
export const createLogger = ({
  service,
  level = 'info',
  buffered = false,
  destination = buffered ? sharedBufferedOutput() : undefined,
}: LoggerOptions): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redacted },
      // `redacted` has turned errors into plain objects already; this replaces the serializer that pino has by default.
      serializers: { err: (logged: unknown) => logged },
      mixin: () => {
        const traceId = currentTraceId();
        return traceId === undefined ? {} : { traceId };
      },
    },
    ...(destination ? ([destination] as const) : []),
  );
