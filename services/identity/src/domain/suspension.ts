import type { DomainEvent, Operator } from '@patchbay/trail/domain-event';
import type { User } from './user.ts';

/** A person as operators see them. */
export interface OperatedUser extends User {
  readonly createdAt: Date;
  /** Null: they are not suspended. */
  readonly suspendedAt: Date | null;
  readonly suspendedReason: string | null;
}

type OperatorAction = 'user.suspended' | 'user.resumed' | 'user.inspected';

export const operated = (
  action: OperatorAction,
  { id, name }: Pick<User, 'id' | 'name'>,
  operator: Operator,
): DomainEvent => ({
  action,
  about: { userId: id },
  target: { type: 'user', id, name },
  metadata: { operator },
});
