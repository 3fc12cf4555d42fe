import { emailAddress } from './email-address.ts';
import { personText } from './person-text.ts';
import { slug } from './slug.ts';

/** The name that a person changes theirs to, or that a sign-in provider knows. */
export const displayName = personText(1, 255);

/** The name of an organization, a workspace or an API key. */
export const resourceName = personText(1, 100);

/** The code that a device shows, as somebody types it; longer than any that we issue, for spaces and hyphens. */
export const typedUserCode = personText(1, 64);

/** By the names of the fields in the API and between services. */
export const signUpRules = {
  email: emailAddress,
  name: personText(1, 100),
  organizationName: resourceName,
  organizationSlug: slug,
};
