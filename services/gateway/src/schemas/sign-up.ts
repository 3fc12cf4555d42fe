import { signUpRules } from '@patchbay/text/rules';
import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import { emailAddress, emailInAnswer, slug, textOf } from './text.ts';

const provider = z
  .enum(['magic-link', 'google', 'microsoft'])
  .meta({ id: 'SignUpProvider', description: 'How a person signs in for the first time after signing up.' });

export const signUpBody = z
  .strictObject({
    email: emailAddress.meta({ description: "A work email; its domain becomes the organization's." }),
    name: textOf(signUpRules.name).meta({ description: 'Display name.' }),
    organizationName: textOf(signUpRules.organizationName),
    organizationSlug: slug.meta({ description: 'Names the organization in paths. Never changes.' }),
    provider: provider.meta({
      description: '`magic-link` emails a sign-in link; for the others the client starts the sign-in next.',
    }),
  })
  .meta({ id: 'SignUp', description: 'A person and the organization to create.' });

export const SignUpAcknowledgement = z
  .object({ email: emailInAnswer, organizationSlug: z.string(), provider })
  .meta({ id: 'SignUpAcknowledgement', description: 'A sign-up that is waiting for its first session.' });

const { ada, organization } = exampleWorld;

export const signUpExample: z.input<typeof signUpBody> = {
  email: ada.email,
  name: ada.name,
  organizationName: organization.name,
  organizationSlug: organization.slug,
  provider: 'magic-link',
};

export const signUpAcknowledgementExample: z.input<typeof SignUpAcknowledgement> = {
  email: ada.email,
  organizationSlug: organization.slug,
  provider: 'magic-link',
};
