import type { DescMethod } from '@bufbuild/protobuf';
import { ConnectError, type Interceptor } from '@connectrpc/connect';
import type { Logger } from '@patchbay/telemetry/logger';
import { bearerKey } from '../call-context.ts';
import { verifiedCallKey } from '../caller.ts';
import { refused, type TokenVerifier } from '../caller-token.ts';
import { authorizationHeader, onBehalfOfHeader } from './header-names.ts';
import { requestHeader } from './request-header.ts';

const scheme = 'Bearer ';
/** Milliseconds in which one refusal is logged; the others are counted. Nobody who reaches the port may fill the log. */
const quietMs = 1_000;

/** Lets through only calls with a caller token that verifies; handlers find who is calling by `callOf`. */
export function tokenCheck(verifier: TokenVerifier, logger: Logger): Interceptor {
  let quietUntil = 0;
  let unlogged = 0;

  const logRefusal = ({ parent, name }: DescMethod, reason: string): void => {
    const now = performance.now();
    if (now < quietUntil) {
      unlogged += 1;
      return;
    }
    logger.warn({ method: `${parent.typeName}/${name}`, reason, unlogged }, 'call refused');
    quietUntil = now + quietMs;
    unlogged = 0;
  };

  return (next) => async (request) => {
    const { contextValues, method } = request;
    const authorization = requestHeader(request, authorizationHeader);
    try {
      if (!authorization?.startsWith(scheme)) throw refused('missing');
      const bearer = authorization.slice(scheme.length);
      const call = await verifier.verify(bearer, requestHeader(request, onBehalfOfHeader));
      contextValues.set(verifiedCallKey, call).set(bearerKey, bearer);
    } catch (thrown) {
      logRefusal(method, ConnectError.from(thrown).rawMessage);
      throw thrown;
    }
    return next(request);
  };
}
