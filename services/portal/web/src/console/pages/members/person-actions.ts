import type { MenuAction } from '../../parts/menu.tsx';
import { words } from '../../words/words.ts';
import type { MembersScope } from './members-scope.ts';
import type { PersonRow } from './people.ts';

const text = words.members;

export type PersonAction = 'changeRole' | 'give' | 'remove' | 'leave' | 'cancel' | 'resend';

interface ActionsInput {
  readonly scope: MembersScope;
  readonly row: PersonRow;
  /** Whether it is the caller. */
  readonly self: boolean;
  /** Of an organization: whether nobody else is an admin. */
  readonly lastAdmin: boolean;
  readonly onAction: (action: PersonAction) => void;
}

/** The menu of a row. An action that is refused is listed with the reason. */
export function actionsOf({ scope, row, self, lastAdmin, onAction }: ActionsInput): MenuAction[] {
  const { refused } = scope;
  const item = (
    action: PersonAction,
    label: string,
    refusal: string | undefined,
    danger = false,
  ): MenuAction => ({ key: action, label, refused: refusal, danger, onAction: () => onAction(action) });
  if (row.kind === 'invited')
    return [
      item('resend', text.resend.open, refused.resend),
      item('cancel', text.cancel.open, refused.cancel, true),
    ];
  const { inherited = false } = row;
  const last = lastAdmin ? (self ? text.lastAdminSelf : text.lastAdmin(row.name)) : undefined;
  const change = inherited
    ? item('give', text.changeRole.give, refused.changeRole ?? highest(row.role))
    : item('changeRole', text.changeRole.open, refused.changeRole ?? last);
  return [
    change,
    self
      ? item('leave', text.leave.open(scope.name), inherited ? text.leave.inherited : last, true)
      : item('remove', text.remove.open, refused.remove ?? (inherited ? text.remove.inherited : last), true),
  ];
}

/** No role that is given in a workspace is higher than the one that admins of the organization have there. */
const highest = (role: string): string | undefined =>
  role === 'admin' ? text.changeRole.highest : undefined;
