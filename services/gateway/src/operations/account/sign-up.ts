import { lifetimes } from '@patchbay/platform/lifetimes';
import type { z } from 'zod';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import {
  SignUpAcknowledgement,
  signUpAcknowledgementExample,
  signUpBody,
  signUpExample,
} from '../../schemas/sign-up.ts';

export const signUp = defineOperation({
  id: 'signUp',
  group: 'account',
  method: 'POST',
  path: '/v1/signup',
  summary: 'Sign up with a new organization',
  description: `Signs a person up with a new organization. The organization is created, with the person as its admin, when they first sign in: by the link that is emailed for the sign-up (\`magic-link\`), or at the provider, in the browser that signed up. Any other sign-in leaves the sign-up waiting. It waits for ${lifetimes.signUpHours} hours, and a newer one of the same address replaces it. It reserves nothing: a slug that is taken in the meantime gets a number at its end, and if the domain is taken in the meantime the person joins that organization instead, if it lets people join by its domain. A public mailbox domain is a 400; a domain or a slug that already belongs to an organization is a 409.`,
  credentials: 'none',
  access: { scope: 'public' },
  limits: [
    { name: 'signUpPerAddress', per: 'address' },
    { name: 'signUpPerEmail', per: { of: ({ body }) => body.email } },
  ],
  body: signUpBody,
  examples: {
    body: signUpExample,
  },
  answer: {
    status: 202,
    description: 'The sign-up is waiting for the first session',
    schema: SignUpAcknowledgement,
    example: signUpAcknowledgementExample,
    headers: {
      'Set-Cookie': `Where the sign-up goes on at a provider, what shows that this browser made it: HttpOnly, SameSite=Lax, for ${lifetimes.signUpHours} hours.`,
    },
  },
  assistant: never('shows or takes a credential'),
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
