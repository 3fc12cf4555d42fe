import type { IncomingMessage, ServerResponse } from 'node:http';

/** Hexadecimal ids of traces and spans. */
export interface IdGenerator {
  generateTraceId(): string;
  generateSpanId(): string;
}

/** What the rest of a process calls; set by `start.ts`. Tests run without it. */
export const telemetry: {
  /** Answers a scrape of Prometheus; undefined if telemetry was not started. */
  serveMetrics?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Exports buffered spans; called last when the process stops. */
  flush: () => Promise<void>;
  /** Set where spans are not exported: a span then consists of its ids, and no tracer is called. */
  unexportedIds?: IdGenerator;
} = { flush: async () => {} };
