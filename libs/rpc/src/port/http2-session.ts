import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './limits.ts';

/** Milliseconds for a client to close its side after ours has been closed. */
const closeMs = 1_000;

/** Closes a stream whose request does not arrive in time, or whose answer is not read. */
function limitStream(stream: ServerHttp2Stream, { requestMs, stalledMs }: ConnectionLimits): void {
  const cancel = (): void => stream.close(constants.NGHTTP2_CANCEL);
  const request = setTimeout(cancel, requestMs);
  stream.once('end', () => clearTimeout(request)).once('close', () => clearTimeout(request));
  if (stalledMs === undefined) return;
  stream.setTimeout(stalledMs, () => {
    // Otherwise there is nothing to read at present, as in a stream that reports changes.
    if (stream.writableLength > 0 || stream.writableEnded) cancel();
  });
}

/**
 * Closes an HTTP/2 connection whose client sends no settings, or has had no stream and sent no ping for `idleMs`. First by
 * GOAWAY, so that a client opens another connection for its next call; then, if the client is silent, by force.
 */
export function limitSession(session: ServerHttp2Session, socket: Socket, limits: ConnectionLimits): void {
  let streams = 0;
  let forced: NodeJS.Timeout | undefined;
  const close = (): void => {
    if (streams > 0) return;
    session.close();
    forced = setTimeout(() => socket.destroy(), closeMs);
  };
  const settings = setTimeout(() => session.destroy(), limits.beginMs);
  const idle = setTimeout(close, limits.idleMs);
  const restartIdle = (): void => {
    if (!session.destroyed) idle.refresh();
  };
  session.once('remoteSettings', () => clearTimeout(settings));
  session.on('ping', restartIdle);
  session.on('stream', (stream: ServerHttp2Stream) => {
    streams += 1;
    limitStream(stream, limits);
    stream.once('close', () => {
      streams -= 1;
      restartIdle();
    });
  });
  session.once('close', () => {
    clearTimeout(settings);
    clearTimeout(idle);
  });
  socket.once('close', () => clearTimeout(forced));
}
