import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { type CollectedSpan, decodeTraces } from './otlp-traces.ts';

export type { CollectedSpan } from './otlp-traces.ts';

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** In order of arrival; the spans of one process in the order in which they ended. */
  readonly spans: readonly CollectedSpan[];
  /** Every request as it came, uncompressed: they also have what `spans` leaves out, such as events of spans. */
  readonly bodies: readonly Buffer[];
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

/** Receives spans by OTLP over HTTP in protobuf, on loopback. It listens when the promise resolves. */
export async function createCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  const receive = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return 404;
    const body = await readBody(request);
    bodies.push(body);
    spans.push(...decodeTraces(body));
    return 200;
  };
  const server = createServer((request, response) => {
    // An empty body is an ExportTraceServiceResponse without fields: all spans were accepted.
    const answer = (status: number) =>
      response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
    receive(request).then(answer, () => answer(400));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    trace: (traceId) => spans.filter((span) => span.traceId === traceId),
    clear() {
      spans.splice(0);
      bodies.splice(0);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
