import { type DestinationStream, type Logger, pino } from 'pino';
import { loggedError } from './logged-error.ts';
import { currentTraceId } from './trace-context.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  readonly service: string;
  readonly level?: string;
  readonly destination?: DestinationStream;
}

/** Fields with these names are redacted, at the top level and one level below, in case a secret is logged by mistake. */
const secretFields = [
  'token',
  'sessionToken',
  'sessionTokens',
  'authorization',
  'cookie',
  'password',
  'secret',
  'apiKey',
];

/** Logs JSON lines to standard output, each with the id of the active trace. */
export const createLogger = ({ service, level = 'info', destination }: LoggerOptions): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggedError },
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      mixin: () => {
        const traceId = currentTraceId();
        return traceId === undefined ? {} : { traceId };
      },
    },
    ...(destination ? ([destination] as const) : []),
  );
