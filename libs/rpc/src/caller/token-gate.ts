import type { DescMethod } from '@bufbuild/protobuf';
import { ConnectError, type ContextKey, type ContextValues, createContextKey } from '@connectrpc/connect';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, startAtZero } from '@patchbay/telemetry/metrics';
import { authorizationHeader, onBehalfOfHeader, passOnHeaderTo } from '../headers.ts';
import { limitedLog } from '../limited-log.ts';
import { namesOf, passesOnTo } from '../method.ts';
import { tokenForKey } from './call-options.ts';
import { verifiedCallKey } from './caller.ts';
import { type PassOnTokens, refused, type TokenVerifier } from './caller-token.ts';

/** The IP address at the other end of the connection of a call, for the log; unset for calls within a process. */
export const peerAddressKey: ContextKey<string | undefined> = createContextKey<string | undefined>(
  undefined,
  { description: 'the address of the peer' },
);

/** A call whose headers have arrived. */
interface ArrivingCall {
  readonly method: DescMethod;
  readonly values: ContextValues;
  /** `name` is in lower case. */
  readonly header: (name: string) => string | undefined;
}

/**
 * Rejects a call without a valid caller token; sets the verified call that `callOf` returns to handlers. Runs before the
 * body is read, so that nobody without a token occupies memory with it.
 */
export type TokenGate = (call: ArrivingCall) => void;

const scheme = 'Bearer ';

/** The tokens for the services that the method declares; a header for another service is ignored. */
function passOnTokensOf({ method, header }: ArrivingCall): PassOnTokens {
  const tokens = new Map();
  for (const audience of passesOnTo(method)) {
    const token = header(passOnHeaderTo(audience));
    if (token !== undefined) tokens.set(audience, token);
  }
  return tokens;
}

interface RefusedCall {
  readonly method: string;
  readonly address: string | undefined;
  readonly reason: string;
}

export function createTokenGate(
  verifier: TokenVerifier,
  logger: Logger,
  clock: Clock = systemClock,
): TokenGate {
  startAtZero('rpcRefused', { reason: ['token'] });
  const logRefusal = limitedLog(
    (call: RefusedCall, unlogged) =>
      logger.error({ ...call, unlogged }, 'call refused: no valid caller token'),
    clock,
  );
  return (arriving) => {
    const { method, values, header } = arriving;
    const { name } = namesOf(method);
    try {
      const authorization = header(authorizationHeader);
      if (!authorization?.startsWith(scheme)) throw refused('missing');
      const passOn = passOnTokensOf(arriving);
      const token = authorization.slice(scheme.length);
      const call = verifier.verify(name, token, header(onBehalfOfHeader), passOn);
      values.set(verifiedCallKey, call).set(tokenForKey, (audience) => passOn.get(audience));
    } catch (thrown) {
      const reason = ConnectError.from(thrown).rawMessage;
      logRefusal({ method: name, address: values.get(peerAddressKey), reason });
      count('rpcRefused', 1, { reason: 'token' });
      throw thrown;
    }
  };
}
