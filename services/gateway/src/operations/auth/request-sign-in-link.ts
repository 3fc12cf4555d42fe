import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { emailAddress } from '../../schemas/text.ts';
import { callbackURL, landingOf } from './landing.ts';

export const requestSignInLink = defineOperation({
  id: 'requestSignInLink',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/magic-link',
  summary: 'Ask for a sign-in link by mail',
  description:
    'Answers the same whether or not the address may sign in. The link lives 15 minutes, works once, and a newer one replaces it.',
  credentials: 'none',
  access: { scope: 'public' },
  limits: [
    { name: 'signInLinkPerAddress', per: 'address' },
    { name: 'signInLinkPerEmail', per: { of: ({ body }) => body.email } },
  ],
  body: z.strictObject({ email: emailAddress, callbackURL }),
  examples: { body: { email: 'ada@acme.example' } },
  answer: {
    status: 202,
    description: 'A link is on its way if the address may sign in',
    schema: z.object({ email: z.string() }),
    example: { email: 'ada@acme.example' },
  },
  audit: { none: 'nobody has signed in yet' },
  async handle({ body: { email, callbackURL: requested }, callOptions }, services) {
    const callbackUrl = landingOf(requested, services);
    await services.identity.requestSignInLink({ email, callbackUrl }, callOptions);
    return { email };
  },
});
