import type { HandlerContext } from '@connectrpc/connect';
import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound } from '@patchbay/errors/failure';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { isLive, matchesState } from '../domain/provider-flow.ts';
import { type Claims, identityOf, type ProviderIdentity } from '../domain/provider-identity.ts';
import { nameFromEmail, type User } from '../domain/user.ts';
import { errorCodesOf, isDenial } from '../providers/openid-provider.ts';
import { findUserByIdentity, linkIdentity } from '../store/provider-identities.ts';
import { ensureUser, userExists } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { openSession } from './open-session.ts';
import { openFlow, providerOf } from './provider-flows.ts';

type SignInError = 'access_denied' | 'state_mismatch' | 'email_unverified' | 'not_invited' | 'provider_error';

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
    const { sealer, logger } = dependencies;
    const provider = providerOf(dependencies, request.provider);
    if (provider === undefined) throw notFound('the provider is not configured');
    const flow = openFlow(sealer, request.flow);
    if (flow === undefined || !isLive(flow, provider.name, new Date())) return failed('', 'state_mismatch');
    const { callbackUrl } = flow;
    const query = new URLSearchParams(request.query);
    if (!matchesState(query, flow)) return failed(callbackUrl, 'state_mismatch');

    let claims: Claims;
    try {
      claims = await provider.openId.claims(flow, query);
    } catch (error) {
      if (isDenial(error)) return failed(callbackUrl, 'access_denied');
      logger.warn({ provider: provider.name, kind: errorCodesOf(error) }, 'a sign-in with a provider failed');
      return failed(callbackUrl, 'provider_error');
    }
    const user = await userOfIdentity(dependencies, identityOf(provider.name, claims), context);
    if (typeof user === 'string') return failed(callbackUrl, user);
    const opened = await openSession(dependencies, context, { user, method: provider.name });
    return { callbackUrl, outcome: { case: 'signedIn', value: opened } };
  };

/**
 * The user linked to the identity, whatever address its token has now. An identity without a link is linked to the user with
 * the token's verified address; that user is created if organization admits the address.
 */
async function userOfIdentity(
  { db, transact, organization }: Dependencies,
  identity: ProviderIdentity,
  context: HandlerContext,
): Promise<User | 'email_unverified' | 'not_invited'> {
  const linked = await findUserByIdentity(db, identity);
  if (linked !== undefined) return linked;
  const { email } = identity;
  if (email === null) return 'email_unverified';
  const { admitted, name } = (await userExists(db, email))
    ? { admitted: true, name: '' }
    : await organization.admitAddress({ email }, onBehalfOf(context));
  if (!admitted) return 'not_invited';
  return transact('link identity', async (tx) => {
    const { id } = await ensureUser(tx, email, name || identity.name || nameFromEmail(email));
    return linkIdentity(tx, identity, id);
  });
}
