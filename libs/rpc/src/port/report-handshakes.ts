import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { limitedLog } from '../interceptors/limited-log.ts';

/**
 * A TLS socket that Node has destroyed has no address any more. The TCP socket below it, in an undocumented property, still
 * has the one that was read at the beginning of the connection.
 */
const addressOf = (socket: TLSSocket): string | undefined => {
  const { remoteAddress, _parent: below }: TLSSocket & { readonly _parent?: Socket } = socket;
  return remoteAddress ?? below?.remoteAddress;
};

/** Why the client's certificate was refused; undefined if the handshake failed for another reason. */
function certificateRefusal(error: NodeJS.ErrnoException, socket: TLSSocket): string | undefined {
  if (error.code === 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE') return 'missing';
  // Typed as an Error; Node sets the code of the error, or null.
  return (socket.authorizationError as unknown as string | null) ?? undefined;
}

/** Logs failed handshakes with the address of the peer, and counts those with a refused certificate. */
export function reportHandshakes(server: Server, logger: Logger): void {
  const logRefusal = limitedLog((unlogged, address: string | undefined, reason: string) =>
    logger.info({ address, reason, unlogged }, 'connection refused: no valid client certificate'),
  );
  const logFailure = limitedLog((unlogged, address: string | undefined, error: Error) =>
    logger.info({ address, err: error, unlogged }, 'a TLS handshake failed'),
  );
  server.on('tlsClientError', (error: Error, socket: TLSSocket) => {
    const reason = certificateRefusal(error, socket);
    if (reason === undefined) return logFailure(addressOf(socket), error);
    logRefusal(addressOf(socket), reason);
    count('rpcRefused', 1, { reason: 'certificate' });
  });
}
