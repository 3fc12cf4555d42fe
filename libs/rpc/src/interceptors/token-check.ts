import type { DescMethod } from '@bufbuild/protobuf';
import { ConnectError, type Interceptor } from '@connectrpc/connect';
import type { Logger } from '@patchbay/telemetry/logger';
import { bearerKey } from '../call-context.ts';
import { verifiedCallKey } from '../caller.ts';
import { refused, type TokenVerifier } from '../caller-token.ts';
import { authorizationHeader, onBehalfOfHeader } from './header-names.ts';
import { limitedLog } from './limited-log.ts';
import { requestHeader } from './request-header.ts';

const scheme = 'Bearer ';

/** Rejects calls without a valid caller token; sets the verified call that `callOf` returns to handlers. */
export function tokenCheck(verifier: TokenVerifier, logger: Logger): Interceptor {
  const logRefusal = limitedLog((unlogged, { parent, name }: DescMethod, reason: string) =>
    logger.error(
      { method: `${parent.typeName}/${name}`, reason, unlogged },
      'call refused: no valid caller token',
    ),
  );

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
