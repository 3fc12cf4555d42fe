import { displayName as displayNameRule } from '@patchbay/text/rules';
import { readText } from '@patchbay/text/text-rule';
import type { DomainEvent } from '@patchbay/trail/domain-event';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
  /** Grows with each change of name or address, so that copies of a user keep the newest. */
  readonly version: number;
}

export const displayName = (text: string): string => readText(displayNameRule, 'name', text);

/** The default display name: the address up to its last @. */
export const nameFromEmail = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** Returns no event where the normalized name equals the current one. */
export function rename(user: User, text: string): { user: User; events: DomainEvent[] } {
  const name = displayName(text);
  if (name === user.name) return { user, events: [] };
  const renamed = { ...user, name, version: user.version + 1 };
  return {
    user: renamed,
    events: [
      {
        action: 'user.updated',
        about: { userId: user.id },
        target: { type: 'user', id: user.id, name },
        changes: [{ field: 'name', before: user.name, after: name }],
        user: { id: user.id, email: user.email, name, version: renamed.version },
      },
    ],
  };
}

export const userDeleted = ({ id, name }: Pick<User, 'id' | 'name'>): DomainEvent => ({
  action: 'user.deleted',
  about: { userId: id },
  target: { type: 'user', id, name },
});
