import { EventEmitter, once } from 'node:events';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';

type Line = Record<string, unknown>;

export interface Log {
  readonly logger: Logger;
  readonly lines: Line[];
  /** Resolves with the first line in `lines` that `isMeant` returns true for, by default any, as soon as there is one. */
  readonly written: (isMeant?: (line: Line) => boolean) => Promise<Line>;
}

/** A logger that collects its lines. */
export function createLog(): Log {
  const lines: Line[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  const write = (text: string): void => {
    lines.push(JSON.parse(text) as Line);
    events.emit('line');
  };
  return {
    lines,
    logger: createLogger({ service: 'test', level: 'debug', destination: { write } }),
    async written(isMeant = () => true) {
      for (;;) {
        const found = lines.find(isMeant);
        if (found !== undefined) return found;
        await once(events, 'line');
      }
    },
  };
}
