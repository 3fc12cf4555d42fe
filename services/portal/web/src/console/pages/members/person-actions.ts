import type { MenuAction } from '../../parts/menu.tsx';
import { words } from '../../words/words.ts';
import type { PersonRow } from './people.ts';
import type { Place } from './place.ts';

const text = words.members;

export type PersonDeed = 'changeRole' | 'give' | 'remove' | 'leave' | 'cancel' | 'resend';

interface Asked {
  readonly place: Place;
  readonly row: PersonRow;
  /** Whether it is the caller. */
  readonly self: boolean;
  /** Of an organization: whether nobody else is an admin. */
  readonly lastAdmin: boolean;
  readonly onAction: (deed: PersonDeed) => void;
}

/** What the menu of a row offers. What cannot be done is there too, with the reason. */
export function actionsOf({ place, row, self, lastAdmin, onAction }: Asked): MenuAction[] {
  const { refused } = place;
  const action = (
    deed: PersonDeed,
    label: string,
    refusal: string | undefined,
    danger = false,
  ): MenuAction => ({ key: deed, label, refused: refusal, danger, onAction: () => onAction(deed) });
  if (row.kind === 'invited')
    return [
      action('resend', text.resend.open, refused.resend),
      action('cancel', text.cancel.open, refused.cancel, true),
    ];
  const { inherited = false } = row;
  const last = lastAdmin ? (self ? text.lastAdminSelf : text.lastAdmin(row.name)) : undefined;
  const change = inherited
    ? action('give', text.changeRole.give, refused.changeRole ?? highest(row.role))
    : action('changeRole', text.changeRole.open, refused.changeRole ?? last);
  return [
    change,
    self
      ? action('leave', text.leave.open(place.name), inherited ? text.leave.inherited : last, true)
      : action(
          'remove',
          text.remove.open,
          refused.remove ?? (inherited ? text.remove.inherited : last),
          true,
        ),
  ];
}

/** No role that is given in a workspace is higher than the one that admins of the organization have there. */
const highest = (role: string): string | undefined =>
  role === 'admin' ? text.changeRole.highest : undefined;
