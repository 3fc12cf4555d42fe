import { emailAddress } from './email-address.ts';
import { personText } from './person-text.ts';
import { slug } from './slug.ts';

/** The name of a user, as changed by the user or received from a sign-in provider. */
export const displayName = personText(1, 255);

/** The name of an organization, a workspace, an API key or a passkey. */
export const resourceName = personText(1, 100);

/** Part of a name or of an account that somebody looks for. */
export const searchText = personText(1, 100);

/** The user code of a device authorization as typed; the maximum leaves room for added spaces and hyphens. */
export const typedUserCode = personText(1, 64);

/** Keyed by the field names of the API and of the RPC messages. */
export const signUpRules = {
  email: emailAddress,
  name: personText(1, 100),
  organizationName: resourceName,
  organizationSlug: slug,
};
