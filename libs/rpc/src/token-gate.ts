import type { DescMethod } from '@bufbuild/protobuf';
import { ConnectError, type ContextValues } from '@connectrpc/connect';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { tokenForKey } from './call-context.ts';
import { verifiedCallKey } from './caller.ts';
import { nothingToPassOn, type PassOnTokens, refused, type TokenVerifier } from './caller-token.ts';
import { authorizationHeader, onBehalfOfHeader, passOnHeaderTo } from './interceptors/header-names.ts';
import { limitedLog } from './interceptors/limited-log.ts';
import { namesOf } from './interceptors/method-names.ts';
import { passesOnTo } from './passes-on-to.ts';
import { peerAddressKey } from './peer-address.ts';

/** A call whose headers have arrived. */
interface ArrivingCall {
  readonly method: DescMethod;
  readonly values: ContextValues;
  readonly header: (name: string) => string | undefined;
}

/**
 * Rejects a call without a valid caller token; sets the verified call that `callOf` returns to handlers. Runs before the
 * body is read, so that nobody without a token occupies memory with it.
 */
export type TokenGate = (call: ArrivingCall) => void;

const scheme = 'Bearer ';

/** Those that the method declares; a header for another service is ignored. */
function passOnTokensOf({ method, header }: ArrivingCall): PassOnTokens {
  const audiences = passesOnTo(method);
  if (audiences.length === 0) return nothingToPassOn;
  return new Map(
    audiences.flatMap((audience) => {
      const token = header(passOnHeaderTo(audience));
      return token === undefined ? [] : [[audience, token]];
    }),
  );
}

export function createTokenGate(verifier: TokenVerifier, logger: Logger): TokenGate {
  const logRefusal = limitedLog(
    (unlogged, { parent, name }: DescMethod, address: string | undefined, reason: string) =>
      logger.error(
        { method: `${parent.typeName}/${name}`, address, reason, unlogged },
        'call refused: no valid caller token',
      ),
  );

  return (arriving) => {
    const { method, values, header } = arriving;
    const authorization = header(authorizationHeader);
    try {
      if (!authorization?.startsWith(scheme)) throw refused('missing');
      const { name } = namesOf(method);
      const passOn = passOnTokensOf(arriving);
      const token = authorization.slice(scheme.length);
      const call = verifier.verify(name, token, header(onBehalfOfHeader), passOn);
      values.set(verifiedCallKey, call).set(tokenForKey, (audience) => passOn.get(audience));
    } catch (thrown) {
      logRefusal(method, values.get(peerAddressKey), ConnectError.from(thrown).rawMessage);
      count('rpcRefused', 1, { ...namesOf(method).attributes, reason: 'token' });
      throw thrown;
    }
  };
}
