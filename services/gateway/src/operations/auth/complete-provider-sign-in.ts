import { internal } from '@patchbay/errors/failure';
import { z } from 'zod';
import { Redirect } from '../../answer/answer.ts';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { landingWithError } from './landing.ts';
import { signInProviderParams } from './start-provider-sign-in.ts';

/** Milliseconds; identity sends requests to the provider (discovery, code exchange, keys) with 4 seconds for each. */
const completeTimeoutMs = 15_000;

export const completeProviderSignIn = defineOperation({
  id: 'completeProviderSignIn',
  group: 'auth',
  method: 'GET',
  path: '/v1/auth/{provider}/callback',
  summary: 'Complete a sign-in with Google or Microsoft',
  description:
    "Where the provider sends the browser back to, with parameters of the provider's own. Clients do not call it. Opens a session, ends the one whose cookie the browser carries, and sends the browser to `callbackURL`. A sign-in that fails leads there too, with `error` in the query: `access_denied`, `state_mismatch`, `email_unverified`, `not_invited`, `account_suspended` or `provider_error`. The address of a new identity counts only if the provider vouches for it: Google by `email_verified` and `hd` equal to its domain (or an address at gmail.com), Microsoft by `xms_edov` or `email_verified`; else it is `email_unverified`, and an emailed link proves the address. Where it is not known which sign-in this was, it leads to the Portal's sign-in page instead.",
  credentials: 'none',
  access: { scope: 'public' },
  params: signInProviderParams,
  // Not strict: providers add parameters of their own (RFC 6749). It names none, because identity parses the raw query.
  query: z.object({}),
  examples: { params: { provider: 'google' } },
  answer: {
    status: 302,
    description: 'On to where the sign-in lands, signed in or with an `error`',
    headers: {
      'Set-Cookie':
        'The session cookie, where somebody has signed in: HttpOnly, SameSite=Lax, for as long as a session may live.',
    },
  },
  assistant: never('shows or takes a credential'),
  audit: ['user.signed_in', 'session.revoked', 'organization.created', 'member.added'],
  problems: ['not_found', 'rate_limited'],
  // Only identity can unseal the flow: without its answer the callback address is unknown. The cookie is kept, so that
  // reloading the page can still complete the sign-in.
  redirectFailure: (_failure, { portalUrl }) => landingWithError(`${portalUrl}/sign-in`, 'provider_error'),
  async handle(request, { identity, portalUrl, sessionCookie, signInCookie, signUpCookie }) {
    const { callbackUrl, outcome, signUpProofSpent } = await identity.completeProviderSignIn(
      {
        provider: request.params.provider,
        query: request.search,
        flow: request.readCookie(signInCookie) ?? '',
        signUpProof: request.readCookie(signUpCookie) ?? '',
        browserSessionToken: request.readCookie(sessionCookie) ?? '',
      },
      { ...request.callOptions, timeoutMs: completeTimeoutMs },
    );
    if (outcome.case === 'signedIn') {
      const landing = new Redirect(callbackUrl);
      request.setCookie(sessionCookie.issue(outcome.value.sessionToken));
      request.setCookie(signInCookie.clear());
      if (signUpProofSpent) request.setCookie(signUpCookie.clear());
      return landing;
    }
    if (outcome.case === undefined) throw internal('identity did not say how a sign-in ended');
    const landing = landingWithError(callbackUrl || `${portalUrl}/sign-in`, outcome.value);
    // The callback belongs to another flow than the cookie, which is kept for the tab whose sign-in is still running.
    const isUnderWay = outcome.value === 'state_mismatch' && callbackUrl !== '';
    if (!isUnderWay) request.setCookie(signInCookie.clear());
    return landing;
  },
});
