import type { HandlerContext } from '@connectrpc/connect';
import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound, unavailable } from '@patchbay/errors/failure';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { sealedJson } from '@patchbay/sealing/sealed-value';
import { newToken } from '@patchbay/tokens/token';
import { flowSeconds, isLive, matchesState, type ProviderFlow, startFlow } from '../domain/provider-flow.ts';
import {
  type Claims,
  identityOf,
  isProviderName,
  type ProviderIdentity,
  type ProviderName,
} from '../domain/provider-identity.ts';
import { provenSignUp } from '../domain/sign-up-proof.ts';
import { nameFromEmail, type User } from '../domain/user.ts';
import { errorCodesOf, isDenial, type OpenIdProvider } from '../providers/openid-provider.ts';
import { turnOfAddress } from '../store/sign-in-links.ts';
import { ensureUser, findUserByIdentity, linkIdentity } from '../store/users.ts';
import { findAdmission } from './admission.ts';
import type { Dependencies } from './dependencies.ts';
import { isOfSuspended, openSession } from './open-session.ts';
import { openProof } from './sign-up.ts';

/** Undefined where the provider is unknown or not configured. */
function providerOf(
  { providers }: Pick<Dependencies, 'providers'>,
  text: string,
): { name: ProviderName; openId: OpenIdProvider } | undefined {
  if (!isProviderName(text)) return undefined;
  const openId = providers.get(text);
  return openId && { name: text, openId };
}

export const { seal: sealFlow, tryOpen: openFlow } = sealedJson<ProviderFlow>('provider sign-in');

/** Fails with `unavailable` where the provider is unreachable: there is no flow yet, so no redirect with an error code. */
export const startProviderSignIn =
  (dependencies: Dependencies): Method<typeof IdentityService.method.startProviderSignIn> =>
  async ({ provider, callbackUrl, loginHint }) => {
    const { db, portalUrl, sealer } = dependencies;
    const { name, openId } = providerOf(dependencies, provider) ?? {};
    if (name === undefined || openId === undefined) throw notFound('the provider is not configured');
    const secrets = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
    const authorizationUrl = await openId.authorizationUrl(secrets, loginHint).catch((error: unknown) => {
      throw unavailable(`${name} could not be discovered: ${errorCodesOf(error)}`);
    });
    const flow = startFlow({ provider: name, ...secrets, callbackUrl: callbackUrl || portalUrl }, db.now());
    return { authorizationUrl, flow: sealFlow(sealer, flow), flowSeconds };
  };

type SignInError =
  | 'access_denied'
  | 'state_mismatch'
  | 'email_unverified'
  | 'not_invited'
  | 'account_suspended'
  | 'provider_error';

const failed = (callbackUrl: string, error: SignInError) => ({
  callbackUrl,
  outcome: { case: 'error' as const, value: error },
});

/**
 * Nothing of a flow is stored: the provider rejects a second use of the code. An expired flow is treated like a missing
 * cookie, so its callback URL is not used.
 */
export const completeProviderSignIn =
  (dependencies: Dependencies): Method<typeof IdentityService.method.completeProviderSignIn> =>
  async (request, context) => {
    const { db, sealer, logger } = dependencies;
    const provider = providerOf(dependencies, request.provider);
    if (provider === undefined) throw notFound('the provider is not configured');
    const flow = openFlow(sealer, request.flow);
    if (flow === undefined || !isLive(flow, provider.name, db.now())) return failed('', 'state_mismatch');
    const { callbackUrl } = flow;
    const query = new URLSearchParams(request.query);
    if (!matchesState(query, flow)) return failed(callbackUrl, 'state_mismatch');

    let claims: Claims;
    try {
      claims = await provider.openId.claims(flow, query);
    } catch (error) {
      if (isDenial(error)) return failed(callbackUrl, 'access_denied');
      logger.warn({ provider: provider.name, kind: errorCodesOf(error) }, 'sign-in with a provider failed');
      return failed(callbackUrl, 'provider_error');
    }
    const identity = identityOf(provider.name, claims);
    const proof = openProof(sealer, request.signUpProof);
    const proven = provenSignUp(proof, identity.email, db.now()) ?? null;
    const user = await userOfIdentity(dependencies, identity, proven, context);
    if (typeof user === 'string') return failed(callbackUrl, user);
    // An identity that was linked before may belong to a user with another address than its token has now, or proves none.
    const provesAddress = user.email === identity.email;
    const signUpId = provesAddress ? proven : null;
    const opened = await openSession(dependencies, context, {
      user,
      image: identity.image,
      by: provider.name,
      provesAddress,
      signUpId,
      browserSessionToken: request.browserSessionToken,
    }).catch((error: unknown) => {
      if (isOfSuspended(error)) return 'suspended' as const;
      throw error;
    });
    // Without a proof of the address it looks like a sign-in that the provider has refused.
    if (opened === 'suspended')
      return failed(callbackUrl, provesAddress ? 'account_suspended' : 'provider_error');
    return {
      callbackUrl,
      outcome: { case: 'signedIn', value: opened },
      signUpProofSpent: signUpId !== null,
    };
  };

/**
 * The user linked to the identity, whatever address its token has now. An identity without a link is linked to the user with
 * the token's verified address; that user is created if anything lets the address in, such as the sign-up `signUpId`, which this
 * browser has made.
 */
async function userOfIdentity(
  dependencies: Dependencies,
  identity: ProviderIdentity,
  signUpId: string | null,
  context: HandlerContext,
): Promise<User | 'email_unverified' | 'not_invited'> {
  const linked = await findUserByIdentity(dependencies.db, identity);
  if (linked !== undefined) return linked;
  const { email } = identity;
  if (email === null) return 'email_unverified';
  const admission = await findAdmission(dependencies, { email, signUpId }, onBehalfOf(context));
  if (admission === undefined) return 'not_invited';
  return dependencies.transact({ name: 'link identity', turn: turnOfAddress(email) }, async (tx) => {
    const { id } = await ensureUser(tx, email, admission.name ?? identity.name ?? nameFromEmail(email));
    return linkIdentity(tx, identity, id);
  });
}
