import {
  constants,
  createSecureServer,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { type RpcTls, serverTlsOptions } from '../tls.ts';
import { type ConnectionLimits, Listener, reportHandshakes } from './listener.ts';

export interface GrpcListenerOptions {
  readonly tls: RpcTls;
  readonly limits: ConnectionLimits;
  readonly logger: Logger;
  readonly serve: (request: Http2ServerRequest, response: Http2ServerResponse) => void;
  readonly clock?: Clock;
}

/** Calls at the same time over one connection. RFC 9113 advises against fewer than 100. */
const maxConcurrentStreams = 100;

/** Closes a stream whose request does not arrive in time, or whose answer is not read. */
function limitStream(
  stream: ServerHttp2Stream,
  { requestMs, stalledMs }: ConnectionLimits,
  clock: Clock,
): void {
  const cancel = (): void => stream.close(constants.NGHTTP2_CANCEL);
  const request = clock.after(requestMs, cancel);
  stream.once('end', () => request.cancel()).once('close', () => request.cancel());
  if (stalledMs === undefined) return;
  stream.setTimeout(stalledMs, () => {
    // Otherwise there is nothing to read at present, as in a stream that reports changes.
    if (stream.writableLength > 0 || stream.writableEnded) cancel();
  });
}

/** Closes a connection whose client sends no settings, or has had no stream and sent no ping for `idleMs`. */
function limitSession(session: ServerHttp2Session, limits: ConnectionLimits, clock: Clock): void {
  const settings = clock.after(limits.headersMs, () => session.destroy());
  session.once('remoteSettings', () => settings.cancel()).once('close', () => settings.cancel());
  let streams = 0;
  // Not `session.setTimeout`, which pings do not restart.
  const onIdle = (): void => {
    if (streams === 0) session.destroy();
  };
  let idle = clock.after(limits.idleMs, onIdle);
  const restartIdle = (): void => {
    idle.cancel();
    if (!session.destroyed) idle = clock.after(limits.idleMs, onIdle);
  };
  session.once('close', () => idle.cancel());
  session.on('ping', restartIdle);
  session.on('stream', (stream: ServerHttp2Stream) => {
    streams += 1;
    stream.once('close', () => {
      streams -= 1;
      restartIdle();
    });
    limitStream(stream, limits, clock);
  });
}

/** HTTP/2, with TLS if there is a certificate: gRPC and Connect for clients that are not ours. */
export function createGrpcListener({
  tls,
  limits,
  logger,
  serve,
  clock = systemClock,
}: GrpcListenerOptions): Listener {
  const tlsOptions = serverTlsOptions(tls);
  const settings = { maxConcurrentStreams };
  const server =
    tlsOptions === undefined
      ? createServer({ settings })
      : createSecureServer({ settings, handshakeTimeout: limits.headersMs, ...tlsOptions });
  if (tlsOptions !== undefined) reportHandshakes(server, logger);
  const sessions = new Set<ServerHttp2Session>();
  server.on('sessionError', (error) => logger.debug({ err: error }, 'an HTTP/2 connection failed'));
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    limitSession(session, limits, clock);
  });
  return new Listener(
    server,
    (request, response) => serve(request as Http2ServerRequest, response as Http2ServerResponse),
    () => {
      // Sends GOAWAY, so that clients open another connection for their next call; each connection ends with its last stream.
      for (const session of sessions) session.close();
    },
  );
}
