import { readText } from '@patchbay/text/read';
import { displayName as displayNameRule } from '@patchbay/text/rules';
import type { DomainEvent } from '@patchbay/trail/domain-event';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
}

export const displayName = (text: string): string => readText(displayNameRule, 'name', text);

/** The default display name: the address up to its last @. */
export const nameFromEmail = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** Returns no event where the normalized name equals the current one. */
export function rename(user: User, text: string): { user: User; events: DomainEvent[] } {
  const name = displayName(text);
  if (name === user.name) return { user, events: [] };
  const renamed = { ...user, name };
  return {
    user: renamed,
    events: [
      {
        action: 'user.updated',
        about: { userId: user.id },
        target: { type: 'user', id: user.id, name },
        changes: [{ field: 'name', before: user.name, after: name }],
        user: { id: user.id, email: user.email, name },
      },
    ],
  };
}
