import { lifetimes } from '@patchbay/platform/lifetimes';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { exampleWorld } from '../../schemas/example-world.ts';
import { SignInLinkAcknowledgement, signInLinkRequest } from '../../schemas/session.ts';
import { landingOf } from './landing.ts';

export const requestSignInLink = defineOperation({
  id: 'requestSignInLink',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/magic-link',
  summary: 'Request a sign-in link by email',
  description: `Emails a sign-in link if the address may sign in: if it has an account, a pending invitation, a sign-up, or a domain by which it can join an organization. The answer is the same whether or not it may. The link lasts ${lifetimes.signInLinkMinutes} minutes, works once, and is replaced by a newer one.`,
  credentials: 'none',
  access: { scope: 'public' },
  limits: [
    { name: 'signInLinkPerAddress', per: 'address' },
    { name: 'signInLinkPerEmail', per: { of: ({ body }) => body.email } },
  ],
  body: signInLinkRequest,
  examples: { body: { email: exampleWorld.ada.email } },
  answer: {
    status: 202,
    description: 'A link is on its way if the address may sign in',
    schema: SignInLinkAcknowledgement,
    example: { email: exampleWorld.ada.email },
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'nobody has signed in yet' },
  async handle({ body: { email, callbackURL: requested }, callOptions }, services) {
    const callbackUrl = landingOf(requested, services);
    await services.identity.requestSignInLink({ email, callbackUrl }, callOptions);
    return { email };
  },
});
