import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import {
  createServer as createHttp2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
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

interface Receiver {
  readonly port: number;
  stop(): Promise<void>;
}

/** Takes an ExportTraceServiceRequest; throws if it cannot be read. */
type Receive = (body: Buffer) => void;

async function readBody(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function receiveByHttp(receive: Receive): Promise<Receiver> {
  const take = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return 404;
    const body = await readBody(request);
    receive(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
    return 200;
  };
  const server = createServer((request, response) => {
    // An empty body is an ExportTraceServiceResponse without fields: all spans were accepted.
    const answer = (status: number) =>
      response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
    take(request).then(answer, () => answer(400));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const exportMethod = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

async function receiveByGrpc(receive: Receive): Promise<Receiver> {
  const take = async (stream: ServerHttp2Stream, path: string | undefined): Promise<number> => {
    if (path !== exportMethod) return 12;
    // One message: a byte that tells whether it is compressed, four of its length, and the message.
    const framed = await readBody(stream);
    const message = framed.subarray(5);
    receive(framed[0] === 1 ? gunzipSync(message) : message);
    return 0;
  };
  const sessions = new Set<ServerHttp2Session>();
  const server = createHttp2Server();
  server.on('session', (session) => void sessions.add(session));
  server.on('stream', (stream, { ':path': path }) => {
    const answer = (status: number) => {
      stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(status) }));
      // An empty message: all spans were accepted.
      stream.end(status === 0 ? Buffer.alloc(5) : undefined);
    };
    take(stream, path).then(answer, () => answer(3));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Receives spans by OTLP on loopback, as OTEL_EXPORTER_OTLP_PROTOCOL names it. It listens when the promise resolves. */
export async function createCollector(
  protocol: 'grpc' | 'http/protobuf' = 'http/protobuf',
): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  const receive: Receive = (body) => {
    bodies.push(body);
    spans.push(...decodeTraces(body));
  };
  const receiver = await (protocol === 'grpc' ? receiveByGrpc(receive) : receiveByHttp(receive));
  return {
    url: `http://127.0.0.1:${receiver.port}`,
    spans,
    bodies,
    trace: (traceId) => spans.filter((span) => span.traceId === traceId),
    clear() {
      spans.splice(0);
      bodies.splice(0);
    },
    stop: () => receiver.stop(),
  };
}
