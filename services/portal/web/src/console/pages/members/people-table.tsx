import { Ellipsis, Mail } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { formatDateTime } from '../../../words/words.ts';
import { Line, Tag } from '../../parts/cells.tsx';
import { type Column, Grid } from '../../parts/grid.tsx';
import { Menu } from '../../parts/menu.tsx';
import type { MenuAction } from '../../parts/menu-list.tsx';
import { members as memberWords } from '../../words/en/members.ts';
import { ago, formatDate, words } from '../../words/words.ts';
import type { MembersScope } from './members-scope.ts';
import type { PersonRow } from './people.ts';
import styles from './people-table.module.css';

const text = memberWords;

/** The one with the most rights first. */
const roles: readonly PersonRow['role'][] = ['admin', 'member', 'viewer', 'guest'];

/** When a member joined, or when the invitation expires. */
function Since({ row }: { readonly row: PersonRow }) {
  const at = row.kind === 'member' ? row.since : row.expiresAt;
  const said =
    row.kind === 'member'
      ? formatDate(at)
      : row.expired
        ? text.expired(ago(at))
        : text.expires(formatDate(at));
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {said}
    </time>
  );
}

interface PeopleTableProps {
  readonly scope: MembersScope;
  readonly rows: readonly PersonRow[];
  /** The id of the caller. */
  readonly self: string;
  /** The id of the only admin of an organization. */
  readonly lastAdmin: string | undefined;
  readonly onAction: (action: PersonAction, row: PersonRow) => void;
}

function openMenu(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== 'Enter' || !(target instanceof Element) || target.getAttribute('role') !== 'row') return;
  // Otherwise the browser clicks the focused element, and the menu closes.
  event.preventDefault();
  const button = target.querySelector('button');
  // The focus returns to the row.
  button?.focus();
  button?.click();
}

/** The table of members and open invitations, with a menu for each. */
export function PeopleTable({ scope, rows, self, lastAdmin, onAction }: PeopleTableProps) {
  const isSelf = (row: PersonRow): boolean => row.kind === 'member' && row.userId === self;
  const access: Column<PersonRow> = {
    head: text.access,
    width: '11rem',
    sort: {
      name: 'access',
      by: (row) => (row.kind === 'member' ? (row.inherited ? text.inherited : text.assigned) : undefined),
    },
    cell: (row) =>
      row.kind === 'member' && (
        <span className={styles.quiet}>{row.inherited ? text.inherited : text.assigned}</span>
      ),
  };
  return (
    // Enter on a row opens its menu. A click on a row does not: it may select an address to copy.
    <div role="presentation" onKeyDown={openMenu}>
      <Grid
        label={text.title}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          {
            head: text.name,
            // Invitations have no name yet.
            sort: { name: 'name', by: (row) => (row.kind === 'member' ? row.name : undefined) },
            cell: (row) =>
              row.kind === 'invited' ? (
                <span className={styles.invited}>
                  <Mail aria-hidden="true" />
                  <Line>{text.invitedBy(row.inviterName)}</Line>
                </span>
              ) : (
                <span className={styles.name}>
                  <Line>{row.name}</Line>
                  {isSelf(row) && <Tag>{text.you}</Tag>}
                </span>
              ),
          },
          {
            head: text.email,
            sort: { name: 'email', by: ({ email }) => email },
            cell: ({ email }) => <Line>{email}</Line>,
          },
          {
            head: text.role,
            width: '6rem',
            sort: { name: 'role', by: ({ role }) => roles.indexOf(role) },
            cell: ({ role }) => words.roles[scope.kind][role]?.name ?? role,
          },
          ...(scope.kind === 'workspace' ? [access] : []),
          {
            head: text.since,
            width: '11rem',
            sort: {
              name: 'since',
              by: (row) => (row.kind === 'member' ? row.since : row.expiresAt),
              startsDescending: true,
            },
            cell: (row) => <Since row={row} />,
          },
          {
            head: text.actions,
            width: '4rem',
            cell: (row) => (
              <span className={styles.actions}>
                <Menu
                  label={text.actionsOf(row.kind === 'member' ? row.name : row.email)}
                  actions={actionsOf({
                    scope,
                    row,
                    self: isSelf(row),
                    lastAdmin: row.kind === 'member' && row.userId === lastAdmin,
                    onAction: (action) => onAction(action, row),
                  })}
                >
                  <Ellipsis aria-hidden="true" />
                </Menu>
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}

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
