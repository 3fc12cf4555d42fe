import type { Schemas } from '@patchbay/client';
import { isSameEmail } from '../../../pages/sign-in/email.ts';

interface LiveKeys {
  /** Personal keys, which are revoked when their creator leaves. The API lists only those of the caller. */
  readonly ending: readonly Schemas['ApiKey'][];
  /** Keys of the organization, which stay valid. */
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
