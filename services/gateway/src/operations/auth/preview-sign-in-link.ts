import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { SignInLinkPreview, signInLinkVerification } from '../../schemas/session.ts';

export const previewSignInLink = defineOperation({
  id: 'previewSignInLink',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/magic-link/preview',
  summary: 'Preview an emailed link',
  description:
    'Shows whom an emailed link signs in and which organization it creates, without using it up. A link that was used, replaced or has expired is a 401. Show this before you call `verifySignInLink`, so that people notice a link that somebody else sent them.',
  credentials: 'none',
  access: { scope: 'public' },
  body: signInLinkVerification,
  examples: { body: { token: 'q7mXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA' } },
  answer: {
    status: 200,
    description: 'What the link does',
    schema: SignInLinkPreview,
    example: { email: 'ada@acme.example', organizationName: 'Acme Media' },
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'a read' },
  problems: ['unauthenticated'],
  failedCredential: ({ code }) => code === 'unauthenticated',
  async handle({ body, callOptions }, { identity }) {
    const { email, organizationName } = await identity.previewSignInLink({ token: body.token }, callOptions);
    return { email, ...(organizationName !== '' && { organizationName }) };
  },
});
