import type { HandlerContext } from '@connectrpc/connect';
import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound } from '@patchbay/errors/failure';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { answers, isLive } from '../domain/provider-flow.ts';
import { type Claims, identityOf, type ProviderIdentity } from '../domain/provider-identity.ts';
import { nameFromEmail, type User } from '../domain/user.ts';
import { isDenial, kindOf } from '../providers/openid-provider.ts';
import { findUserOf, linkIdentity } from '../store/provider-identities.ts';
import { ensureUser, userExists } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { openSession } from './open-session.ts';
import { openFlow, providerOf } from './provider-flows.ts';

type SignInError = 'access_denied' | 'state_mismatch' | 'email_unverified' | 'not_invited' | 'provider_error';

const landing = (callbackUrl: string, error: SignInError) => ({
  callbackUrl,
  outcome: { case: 'error' as const, value: error },
});

/** The code is the provider's to spend: it refuses a second use. An expired flow is not known any more, as its cookie is not. */
export const completeProviderSignIn =
  (dependencies: Dependencies): Method<typeof IdentityService.method.completeProviderSignIn> =>
  async (request, context) => {
    const { sealer, logger } = dependencies;
    const provider = providerOf(dependencies, request.provider);
    if (provider === undefined) throw notFound('the provider is not configured');
    const flow = openFlow(sealer, request.flow);
    if (flow === undefined || !isLive(flow, provider.name, new Date())) return landing('', 'state_mismatch');
    const { callbackUrl } = flow;
    const query = new URLSearchParams(request.query);
    if (!answers(query, flow)) return landing(callbackUrl, 'state_mismatch');

    let claims: Claims;
    try {
      claims = await provider.openId.claims(flow, query);
    } catch (error) {
      if (isDenial(error)) return landing(callbackUrl, 'access_denied');
      logger.warn({ provider: provider.name, kind: kindOf(error) }, 'a sign-in failed at its provider');
      return landing(callbackUrl, 'provider_error');
    }
    const user = await userBehind(dependencies, identityOf(provider.name, claims), context);
    if (typeof user === 'string') return landing(callbackUrl, user);
    const opened = await openSession(dependencies, context, { user, method: provider.name });
    return { callbackUrl, outcome: { case: 'signedIn', value: opened } };
  };

/**
 * A known identity is its user, whatever its address is by now. An unknown one becomes the user of the address that the
 * provider vouches for, if that address has one or may sign in.
 */
async function userBehind(
  { db, transact, organization }: Dependencies,
  identity: ProviderIdentity,
  context: HandlerContext,
): Promise<User | 'email_unverified' | 'not_invited'> {
  const known = await findUserOf(db, identity);
  if (known !== undefined) return known;
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
