import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type CollectedSpan, decodeTraces } from './otlp-traces.ts';

export type { CollectedSpan } from './otlp-traces.ts';

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** In the order in which they arrived, which is the order in which they ended, one process at a time. */
  readonly spans: readonly CollectedSpan[];
  /** Those of one trace. */
  trace(traceId: string): CollectedSpan[];
  clear(): void;
  stop(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** Receives spans by OTLP over HTTP in protobuf, on loopback. Listening when it is returned. */
export async function createCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const receive = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return 404;
    spans.push(...decodeTraces(await readBody(request)));
    return 200;
  };
  const server = createServer((request, response) => {
    // An answer without a body is an empty ExportTraceServiceResponse: everything was taken.
    const answer = (status: number) =>
      response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
    receive(request).then(answer, () => answer(400));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    trace: (traceId) => spans.filter((span) => span.traceId === traceId),
    clear: () => void spans.splice(0),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
