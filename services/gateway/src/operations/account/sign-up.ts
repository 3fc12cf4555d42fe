import type { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { SignUpAcknowledgement, signUpBody } from '../../schemas/sign-up.ts';

export const signUp = defineOperation({
  id: 'signUp',
  group: 'account',
  method: 'POST',
  path: '/v1/signup',
  summary: 'Sign up with a new organization',
  description:
    'The organization is created, with the person as its admin, when their next session is. Until then the sign-up waits for 24 hours, reserves nothing, and a newer one of the same address replaces it. Public mailbox domains are refused.',
  credentials: 'none',
  access: { scope: 'public' },
  limits: [
    { name: 'signUpPerAddress', per: 'address' },
    { name: 'signUpPerEmail', per: { of: ({ body }) => body.email } },
  ],
  body: signUpBody,
  examples: {
    body: {
      email: 'ada@acme.example',
      name: 'Ada Lovelace',
      organizationName: 'Acme Media',
      organizationSlug: 'acme',
      provider: 'magic-link',
    },
  },
  answer: {
    status: 202,
    description: 'The sign-up waits for the first session',
    schema: SignUpAcknowledgement,
    example: { email: 'ada@acme.example', organizationSlug: 'acme', provider: 'magic-link' },
  },
  audit: { none: 'nothing exists until the first session, which writes what it creates' },
  problems: ['conflict'],
  async handle({ body, callOptions }, { identity }) {
    const { email, organizationSlug, provider } = await identity.signUp(body, callOptions);
    return {
      email,
      organizationSlug,
      provider: provider as z.input<typeof SignUpAcknowledgement>['provider'],
    };
  },
});
