import { createLogger, type Logger } from '@patchbay/telemetry/logger';

export interface Log {
  readonly logger: Logger;
  readonly lines: Record<string, unknown>[];
}

/** A logger that collects its lines. */
export function createLog(): Log {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, logger: createLogger({ service: 'test', level: 'debug', destination: { write } }) };
}
