import type { DescMethod } from '@bufbuild/protobuf';
import { ConnectError, type ContextValues } from '@connectrpc/connect';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { tokenForKey } from './call-context.ts';
import { verifiedCallKey } from './caller.ts';
import { refused, type TokenVerifier } from './caller-token.ts';
import { authorizationHeader, onBehalfOfHeader, passOnHeaderTo } from './interceptors/header-names.ts';
import { limitedLog } from './interceptors/limited-log.ts';
import { namesOf } from './interceptors/method-names.ts';
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

export function createTokenGate(verifier: TokenVerifier, logger: Logger): TokenGate {
  const logRefusal = limitedLog(
    (unlogged, { parent, name }: DescMethod, address: string | undefined, reason: string) =>
      logger.error(
        { method: `${parent.typeName}/${name}`, address, reason, unlogged },
        'call refused: no valid caller token',
      ),
  );

  return ({ method, values, header }) => {
    const authorization = header(authorizationHeader);
    try {
      if (!authorization?.startsWith(scheme)) throw refused('missing');
      const { name } = namesOf(method);
      const call = verifier.verify(name, authorization.slice(scheme.length), header(onBehalfOfHeader));
      values.set(verifiedCallKey, call).set(tokenForKey, (audience) => header(passOnHeaderTo(audience)));
    } catch (thrown) {
      logRefusal(method, values.get(peerAddressKey), ConnectError.from(thrown).rawMessage);
      count('rpcRefused', 1, { ...namesOf(method).attributes, reason: 'token' });
      throw thrown;
    }
  };
}
