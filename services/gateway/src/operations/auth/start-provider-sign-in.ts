import { z } from 'zod';
import { Redirect } from '../../answer/answer.ts';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { exampleWorld } from '../../schemas/example-world.ts';
import { callbackURL } from '../../schemas/session.ts';
import { emailAddress } from '../../schemas/text.ts';
import { landingOf } from './landing.ts';

/** Milliseconds; identity may have to fetch the provider's OpenID configuration first. */
const startTimeoutMs = 6_000;

/** The path parameters of a sign-in with a provider; any other name is a 404. */
export const signInProviderParams = z.strictObject({
  provider: z
    .enum(['google', 'microsoft'])
    .meta({ id: 'SignInProvider', description: 'An identity provider that people sign in with.' }),
});

export const startProviderSignIn = defineOperation({
  id: 'startProviderSignIn',
  group: 'auth',
  method: 'GET',
  path: '/v1/auth/{provider}',
  summary: 'Sign in with Google or Microsoft',
  description:
    "Opened by a browser, which is sent on to the provider's consent page. Clients do not call it. An account is created on first use, under the same rules as with an emailed link. A provider that is not set up here is a 404.",
  credentials: 'none',
  access: { scope: 'public' },
  params: signInProviderParams,
  query: z.strictObject({
    callbackURL,
    loginHint: emailAddress
      .optional()
      .meta({ description: 'An email whose account the provider preselects.' }),
  }),
  examples: {
    params: { provider: 'google' },
    query: { callbackURL: `${exampleWorld.portal}/`, loginHint: exampleWorld.ada.email },
  },
  answer: {
    status: 302,
    description: "On to the provider's consent page",
    headers: {
      'Set-Cookie': 'What the callback needs: HttpOnly, SameSite=Lax, for as long as the sign-in may take.',
    },
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'nobody has signed in yet' },
  async handle(request, services) {
    const { params, query, callOptions } = request;
    const started = await services.identity.startProviderSignIn(
      {
        provider: params.provider,
        callbackUrl: landingOf(query.callbackURL, services),
        loginHint: query.loginHint ?? '',
      },
      { ...callOptions, timeoutMs: startTimeoutMs },
    );
    const consent = new Redirect(started.authorizationUrl);
    request.setCookie(services.signInCookie.issue(started.flow, started.flowSeconds));
    return consent;
  },
});
