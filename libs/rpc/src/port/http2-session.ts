import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { type ConnectionLimits, closeMs } from './limits.ts';

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

export interface LimitedSession {
  /**
   * Sends GOAWAY, so that the client opens another connection for its next call. The connection ends with its last stream;
   * `closeMs` later the socket is destroyed, because a silent client does not close its side.
   */
  close(): void;
}

/** Closes an HTTP/2 connection whose client sends no settings, or has had no stream and sent no ping for `idleMs`. */
export function limitSession(
  session: ServerHttp2Session,
  socket: Socket,
  limits: ConnectionLimits,
): LimitedSession {
  const streams = new Set<ServerHttp2Stream>();
  let closing: NodeJS.Timeout | undefined;
  const force = (): void => {
    // A stream whose request has not arrived is not being served.
    if ([...streams].every((stream) => !stream.readableEnded)) socket.destroy();
  };
  const close = (): void => {
    session.close();
    closing ??= setTimeout(force, closeMs);
  };
  const settings = setTimeout(() => session.destroy(), limits.beginMs);
  const idle = setTimeout(() => {
    if (streams.size === 0) close();
  }, limits.idleMs);
  const restartIdle = (): void => {
    if (!session.destroyed) idle.refresh();
  };
  session.once('remoteSettings', () => clearTimeout(settings));
  session.on('ping', restartIdle);
  session.on('stream', (stream: ServerHttp2Stream) => {
    streams.add(stream);
    limitStream(stream, limits);
    stream.once('close', () => {
      streams.delete(stream);
      restartIdle();
      closing?.refresh();
    });
  });
  session.once('close', () => {
    clearTimeout(settings);
    clearTimeout(idle);
  });
  socket.once('close', () => clearTimeout(closing));
  return { close };
}
