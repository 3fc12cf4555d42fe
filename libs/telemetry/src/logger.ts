import { type DestinationStream, type Logger, pino } from 'pino';
import { redacted } from './redact.ts';
import { currentTraceId } from './trace-context.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  readonly service: string;
  readonly level?: string;
  readonly destination?: DestinationStream;
}

/** Logs JSON lines to standard output, each with the id of the active trace. */
export const createLogger = ({ service, level = 'info', destination }: LoggerOptions): Logger =>
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
