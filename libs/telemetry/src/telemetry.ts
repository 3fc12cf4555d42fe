import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the rest of a process may ask of its telemetry. Empty until `start.ts` has run: tests of pure code need none. */
export const telemetry: {
  /** Answers a scrape; undefined where telemetry was not started. */
  serveMetrics?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Exports what is buffered; called last at a clean stop. */
  flush: () => Promise<void>;
} = { flush: async () => {} };
