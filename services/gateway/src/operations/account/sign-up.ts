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
    'The organization is created, with the person as its admin, when a session is opened by the link that is mailed for the sign-up, or at the provider in the browser that signed up. Any other sign-in leaves the sign-up as it is. It waits for 24 hours, reserves nothing, and a newer one of the same address replaces it. Public mailbox domains are refused.',
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
    headers: {
      'Set-Cookie':
        'Where the sign-up goes on at a provider, what shows that this browser made it: HttpOnly, SameSite=Lax, for 24 hours.',
    },
  },
  audit: { none: 'nothing exists until the first session, which writes what it creates' },
  problems: ['conflict'],
  async handle(request, { identity, signUpCookie }) {
    const parked = await identity.signUp(request.body, request.callOptions);
    const { email, organizationSlug, provider, signUpProof, signUpProofSeconds } = parked;
    if (signUpProof !== '') request.setCookie(signUpCookie.issue(signUpProof, signUpProofSeconds));
    return {
      email,
      organizationSlug,
      provider: provider as z.input<typeof SignUpAcknowledgement>['provider'],
    };
  },
});
