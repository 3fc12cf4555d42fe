import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Problem } from '../../../api/answer.ts';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { useSignedIn } from '../../data/session.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { Filter, Filters, SearchBox } from '../../parts/filter.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/toasts.tsx';
import { Views } from '../../parts/views.tsx';
import { members as memberWords } from '../../words/en/members.ts';
import { LeaveOrganization, LeaveWorkspace } from './leave.tsx';
import type { MembersScope } from './members-scope.ts';
import {
  find,
  type InvitedRow,
  isShown,
  lastAdminOf,
  type MemberRow,
  type PersonRow,
  rowsOf,
  shows,
} from './people.ts';
import { PeopleTable, type PersonAction } from './people-table.tsx';
import { ChangeRole, RemoveMember } from './person-dialogs.tsx';

const text = memberWords;

const noInvitations: Parameters<typeof rowsOf>[1] = [];

interface PeopleListProps {
  readonly scope: MembersScope;
  /** Opens the dialog that gives somebody a role in the workspace. */
  readonly onGive?: (row: MemberRow) => void;
}

/** The members and open invitations of an organization or workspace, with search, filter and actions. */
export const PeopleList = ({ scope, onGive }: PeopleListProps) => (
  <Loaded query={scope.members}>
    {({ members }) => {
      const people = { scope, members, onGive };
      if (scope.invitations === undefined) return <People {...people} invitations={noInvitations} />;
      return (
        <Loaded query={scope.invitations}>
          {({ invitations }) => <People {...people} invitations={invitations} />}
        </Loaded>
      );
    }}
  </Loaded>
);

interface PeopleProps extends Pick<PeopleListProps, 'scope'> {
  readonly members: Parameters<typeof rowsOf>[0];
  readonly invitations: Parameters<typeof rowsOf>[1];
  readonly onGive: ((row: MemberRow) => void) | undefined;
}

function People({ scope, members, invitations, onGive }: PeopleProps) {
  // Not sorted again with every letter of a search: 10,000 names take a moment.
  const rows = useMemo(() => rowsOf(members, invitations), [members, invitations]);
  const { user } = useSignedIn();
  const [search, setSearch] = useFilter('q');
  const [show, setShow] = useFilter('show');
  const [chosen, setChosen] = useState<{ readonly action: PersonAction; readonly row: PersonRow }>();
  const [problem, setProblem] = useState<Problem>();
  const found = find(rows, search, show);
  const lastAdmin = scope.kind === 'organization' ? lastAdminOf(members) : undefined;
  const resending = useRef(new Set<string>());
  const resend = async ({ id, email }: InvitedRow): Promise<void> => {
    if (resending.current.has(id)) return;
    resending.current.add(id);
    const answer = await scope.resend.run({ id });
    resending.current.delete(id);
    setProblem(answer.ok ? undefined : answer.problem);
    if (answer.ok) notify(text.resend.done(email));
  };
  const act = (action: PersonAction, row: PersonRow): void => {
    if (action === 'resend' && row.kind === 'invited') void resend(row);
    else if (action === 'give' && row.kind === 'member') onGive?.(row);
    else {
      for (const each of [scope.cancel, scope.changeRole, scope.remove]) each.reset();
      setChosen({ action, row });
    }
  };
  // The last row of the list had the focus, and was removed.
  const nobody = useRef<HTMLParagraphElement>(null);
  const acted = useRef(false);
  const isEmpty = found.length === 0;
  useEffect(() => {
    if (isEmpty && acted.current && document.activeElement === document.body) nobody.current?.focus();
  }, [isEmpty]);
  const close = (): void => {
    acted.current = true;
    setChosen(undefined);
  };
  const options = shows
    .map((each) => ({ each, count: rows.filter((row) => isShown(row, each)).length }))
    .filter(({ each, count }) => count > 0 || each === show)
    .map(({ each, count }) => ({ value: each, label: `${text.shows[each]} (${count})` }));
  return (
    <>
      <Filters>
        <SearchBox label={text.search} value={search} onChange={setSearch} />
        <Filter
          label={text.filter}
          value={shows.find((each) => each === show) ?? ''}
          options={[{ value: '', label: `${text.shows.all} (${rows.length})` }, ...options]}
          onChange={setShow}
        />
      </Filters>
      <Views list={scope.path} />
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {isEmpty ? (
        <p ref={nobody} tabIndex={-1}>
          {text.notFound}
        </p>
      ) : (
        <PeopleTable scope={scope} rows={found} self={user.id} lastAdmin={lastAdmin} onAction={act} />
      )}
      {rows.length === 1 && <Empty title={text.alone} text={text.aloneText} />}
      {chosen !== undefined && (
        <PersonActionDialog {...chosen} scope={scope} self={user.id} onClose={close} />
      )}
    </>
  );
}

interface PersonActionDialogProps {
  readonly scope: MembersScope;
  readonly action: PersonAction;
  readonly row: PersonRow;
  /** The id of the caller. */
  readonly self: string;
  readonly onClose: () => void;
}

/** The dialog of the action that was chosen in the menu of a row. */
function PersonActionDialog({ scope, action, row, self, onClose }: PersonActionDialogProps) {
  const organization = useOrganization();
  const navigate = useNavigate();
  if (row.kind === 'invited') return <CancelInvitation scope={scope} row={row} onClose={onClose} />;
  if (action === 'changeRole')
    return <ChangeRole scope={scope} row={row} self={row.userId === self} onClose={onClose} />;
  if (action === 'remove') return <RemoveMember scope={scope} row={row} onClose={onClose} />;
  if (scope.kind === 'organization')
    return (
      <LeaveOrganization
        organization={organization}
        onLeft={() => void navigate('/?all')}
        onClose={onClose}
      />
    );
  return (
    <LeaveWorkspace
      scope={scope}
      onLeft={() => void navigate(`/o/${organization.slug}/workspaces`)}
      onClose={onClose}
    />
  );
}

interface CancelInvitationProps {
  readonly scope: MembersScope;
  readonly row: InvitedRow;
  readonly onClose: () => void;
}

function CancelInvitation({ scope, row, onClose }: CancelInvitationProps) {
  const { run, busy, problem } = scope.cancel;
  const submit = async (): Promise<void> => {
    if (!(await run({ id: row.id })).ok) return;
    notify(text.cancel.done(row.email));
    onClose();
  };
  return (
    <Confirm
      title={text.cancel.title(row.email)}
      action={text.cancel.submit}
      dismiss={text.cancel.keep}
      busy={busy}
      problem={problem}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <p>{text.cancel.text}</p>
    </Confirm>
  );
}
