import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound, unavailable } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { newToken } from '@patchbay/tokens/token';
import { flowSeconds, startFlow } from '../domain/provider-flow.ts';
import { errorCodesOf } from '../providers/openid-provider.ts';
import type { Dependencies } from './dependencies.ts';
import { providerOf, sealFlow } from './provider-flows.ts';

/** Fails with `unavailable` where the provider is unreachable: there is no flow yet, so no redirect with an error code. */
export const startProviderSignIn =
  (dependencies: Dependencies): Method<typeof IdentityService.method.startProviderSignIn> =>
  async ({ provider, callbackUrl, loginHint }) => {
    const { portalUrl, sealer } = dependencies;
    const { name, openId } = providerOf(dependencies, provider) ?? {};
    if (name === undefined || openId === undefined) throw notFound('the provider is not configured');
    const secrets = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
    const authorizationUrl = await openId.authorizationUrl(secrets, loginHint).catch((error: unknown) => {
      throw unavailable(`${name} could not be discovered: ${errorCodesOf(error)}`);
    });
    const flow = startFlow({ provider: name, ...secrets, callbackUrl: callbackUrl || portalUrl }, new Date());
    return { authorizationUrl, flow: sealFlow(sealer, flow), flowSeconds };
  };
