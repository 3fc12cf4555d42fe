import { invalid } from '@patchbay/errors/failure';
import type { DomainEvent } from '@patchbay/trail/domain-event';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
}

const maxNameLength = 255;

/** A display name: trimmed, 1 to 255 code points, no control characters. */
export function displayName(text: string): string {
  const name = text.trim();
  const { length } = Array.from(name);
  if (length < 1 || length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw invalid({
      path: 'name',
      message: `must be 1 to ${maxNameLength} characters without control characters`,
    });
  }
  return name;
}

/** The name of a person who never gave one: the address up to its @. */
export const nameFromEmail = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** A rename to the name it has is no change, and no event. */
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
