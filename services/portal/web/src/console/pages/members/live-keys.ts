import type { Schemas } from '@patchbay/client';
import { isSameEmail } from '../../../pages/sign-in/email.ts';

interface LiveKeys {
  /** Revoked when their creator leaves. Of others the API does not list the personal ones. */
  readonly ending: readonly Schemas['ApiKey'][];
  /** They belong to the organization, and go on working. */
  readonly staying: readonly Schemas['ApiKey'][];
}

/** The keys that a person created and that could still be used, by what happens to them when the person leaves the organization. */
export function liveKeysOf(keys: readonly Schemas['ApiKey'][], email: string): LiveKeys {
  const own = keys.filter(
    ({ creatorEmail, status }) =>
      isSameEmail(creatorEmail, email) && (status === 'active' || status === 'disabled'),
  );
  return {
    ending: own.filter(({ level }) => level !== 'organization'),
    staying: own.filter(({ level }) => level === 'organization'),
  };
}
