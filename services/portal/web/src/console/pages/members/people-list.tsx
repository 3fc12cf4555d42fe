import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Problem } from '../../../api/answer.ts';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { useSignedIn } from '../../data/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Filter, Filters } from '../../parts/filter.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import { ChangeRole } from './change-role.tsx';
import { LeaveOrganization, LeaveWorkspace } from './leave.tsx';
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
import { PeopleTable } from './people-table.tsx';
import type { PersonDeed } from './person-actions.ts';
import type { Place } from './place.ts';
import { RemoveMember } from './remove-member.tsx';

const text = words.members;

const noInvitations: Parameters<typeof rowsOf>[1] = [];

interface PeopleListProps {
  readonly place: Place;
  /** Opens the dialog that gives somebody a role in the workspace. */
  readonly onGive?: (row: MemberRow) => void;
}

/** The people of a place and its open invitations: found, filtered, changed. */
export const PeopleList = ({ place, onGive }: PeopleListProps) => (
  <Loaded query={place.members}>
    {({ members }) => {
      const people = { place, members, onGive };
      if (place.invitations === undefined) return <People {...people} invitations={noInvitations} />;
      return (
        <Loaded query={place.invitations}>
          {({ invitations }) => <People {...people} invitations={invitations} />}
        </Loaded>
      );
    }}
  </Loaded>
);

interface PeopleProps extends Pick<PeopleListProps, 'place'> {
  readonly members: Parameters<typeof rowsOf>[0];
  readonly invitations: Parameters<typeof rowsOf>[1];
  readonly onGive: ((row: MemberRow) => void) | undefined;
}

function People({ place, members, invitations, onGive }: PeopleProps) {
  // Sorting 10,000 names takes a moment: not with every letter that is typed.
  const rows = useMemo(() => rowsOf(members, invitations), [members, invitations]);
  const { user } = useSignedIn();
  const [search, setSearch] = useFilter('q');
  const [show, setShow] = useFilter('show');
  const [asked, setAsked] = useState<{ readonly deed: PersonDeed; readonly row: PersonRow }>();
  const [problem, setProblem] = useState<Problem>();
  const found = find(rows, search, show);
  const lastAdmin = place.kind === 'organization' ? lastAdminOf(members) : undefined;
  const resending = useRef(new Set<string>());
  const resend = async ({ id, email }: InvitedRow): Promise<void> => {
    if (resending.current.has(id)) return;
    resending.current.add(id);
    const answer = await place.resend.run({ id });
    resending.current.delete(id);
    setProblem(answer.ok ? undefined : answer.problem);
    if (answer.ok) notify(text.resend.done(email));
  };
  const act = (deed: PersonDeed, row: PersonRow): void => {
    if (deed === 'resend' && row.kind === 'invited') void resend(row);
    else if (deed === 'give' && row.kind === 'member') onGive?.(row);
    else {
      for (const each of [place.cancel, place.changeRole, place.remove]) each.reset();
      setAsked({ deed, row });
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
    setAsked(undefined);
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
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {isEmpty ? (
        <p ref={nobody} tabIndex={-1}>
          {text.notFound}
        </p>
      ) : (
        <PeopleTable place={place} rows={found} self={user.id} lastAdmin={lastAdmin} onAction={act} />
      )}
      {rows.length === 1 && (
        <Empty title={text.alone}>
          <p>{text.aloneText}</p>
        </Empty>
      )}
      {asked !== undefined && <DeedDialog {...asked} place={place} self={user.id} onClose={close} />}
    </>
  );
}

interface DeedDialogProps {
  readonly place: Place;
  readonly deed: PersonDeed;
  readonly row: PersonRow;
  /** The id of the caller. */
  readonly self: string;
  readonly onClose: () => void;
}

/** Asks about what was chosen in the menu of a row. */
function DeedDialog({ place, deed, row, self, onClose }: DeedDialogProps) {
  const organization = useOrganization();
  const navigate = useNavigate();
  if (row.kind === 'invited') return <CancelInvitation place={place} row={row} onClose={onClose} />;
  if (deed === 'changeRole')
    return <ChangeRole place={place} row={row} self={row.userId === self} onClose={onClose} />;
  if (deed === 'remove') return <RemoveMember place={place} row={row} onClose={onClose} />;
  if (place.kind === 'organization')
    return (
      <LeaveOrganization
        organization={organization}
        onLeft={() => void navigate('/?all')}
        onClose={onClose}
      />
    );
  return (
    <LeaveWorkspace
      place={place}
      onLeft={() => void navigate(`/o/${organization.slug}/workspaces`)}
      onClose={onClose}
    />
  );
}

interface CancelInvitationProps {
  readonly place: Place;
  readonly row: InvitedRow;
  readonly onClose: () => void;
}

function CancelInvitation({ place, row, onClose }: CancelInvitationProps) {
  const { run, busy, problem } = place.cancel;
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
