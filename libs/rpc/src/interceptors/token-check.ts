import { ConnectError, type Interceptor } from '@connectrpc/connect';
import type { Logger } from '@patchbay/telemetry/logger';
import { bearerKey } from '../call-context.ts';
import { verifiedCallKey } from '../caller.ts';
import { refused, type TokenVerifier } from '../caller-token.ts';
import { authorizationHeader, onBehalfOfHeader } from './header-names.ts';
import { requestHeader } from './request-header.ts';

const scheme = 'Bearer ';

/** Lets through only calls with a caller token that verifies; handlers find who is calling by `callOf`. */
export const tokenCheck =
  (verifier: TokenVerifier, logger: Logger): Interceptor =>
  (next) =>
  async (request) => {
    const { contextValues, method } = request;
    const authorization = requestHeader(request, authorizationHeader);
    try {
      if (!authorization?.startsWith(scheme)) throw refused('missing');
      const bearer = authorization.slice(scheme.length);
      const call = await verifier.verify(bearer, requestHeader(request, onBehalfOfHeader));
      contextValues.set(verifiedCallKey, call).set(bearerKey, bearer);
    } catch (thrown) {
      const { rawMessage } = ConnectError.from(thrown);
      logger.warn({ method: `${method.parent.typeName}/${method.name}`, reason: rawMessage }, 'call refused');
      throw thrown;
    }
    return next(request);
  };
