import type { IncomingMessage, ServerResponse } from 'node:http';

/** The telemetry of the process, set by `start.ts`. Tests run without it. */
export const telemetry: {
  /** Answers a scrape of Prometheus; undefined if telemetry was not started. */
  serveMetrics?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Exports buffered spans; called last when the process stops. */
  flush: () => Promise<void>;
  /** Whether no span is recorded whose parent is not. */
  isParentDecisive: boolean;
} = { flush: async () => {}, isParentDecisive: false };
