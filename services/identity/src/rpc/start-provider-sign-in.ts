import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound, unavailable } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { newToken } from '@patchbay/tokens/token';
import { flowSeconds, startFlow } from '../domain/provider-flow.ts';
import { kindOf } from '../providers/openid-provider.ts';
import type { Dependencies } from './dependencies.ts';
import { providerOf, sealFlow } from './provider-flows.ts';

/** A provider that cannot be reached is `unavailable` here: there is no flow yet that an error could lead back to. */
export const startProviderSignIn =
  (dependencies: Dependencies): Method<typeof IdentityService.method.startProviderSignIn> =>
  async ({ provider, callbackUrl, loginHint }) => {
    const { portalUrl, sealer } = dependencies;
    const { name, openId } = providerOf(dependencies, provider) ?? {};
    if (name === undefined || openId === undefined) throw notFound('the provider is not configured');
    const secrets = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
    const authorizationUrl = await openId.authorizationUrl(secrets, loginHint).catch((error: unknown) => {
      throw unavailable(`${name} could not be discovered: ${kindOf(error)}`);
    });
    const flow = startFlow({ provider: name, ...secrets, callbackUrl: callbackUrl || portalUrl }, new Date());
    return { authorizationUrl, flow: sealFlow(sealer, flow), flowSeconds };
  };
