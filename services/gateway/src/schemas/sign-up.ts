import { signUpRules } from '@patchbay/text/rules';
import { z } from 'zod';
import { emailAddress, slug, textOf } from './text.ts';

const provider = z.enum(['magic-link', 'google', 'microsoft']);

export const signUpBody = z.strictObject({
  email: emailAddress.meta({ description: "A work email; its domain becomes the organization's." }),
  name: textOf(signUpRules.name).meta({ description: 'Display name.' }),
  organizationName: textOf(signUpRules.organizationName),
  organizationSlug: slug,
  provider: provider.meta({
    description: '`magic-link` mails a sign-in link; for the others the client starts their sign-in next.',
  }),
});

export const SignUpAcknowledgement = z
  .object({ email: z.string(), organizationSlug: z.string(), provider })
  .meta({ id: 'SignUpAcknowledgement', description: 'A sign-up that waits for its first session.' });
