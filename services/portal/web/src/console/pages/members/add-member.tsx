import { useState } from 'react';
import { Name, Text } from '../../../parts/text.tsx';
import { withBreaks } from '../../../parts/with-breaks.tsx';
import { useOrganization, useWorkspace } from '../../data/access.tsx';
import { useChange, useRead } from '../../data/queries.ts';
import { DialogForm } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/toasts.tsx';
import { members as memberWords } from '../../words/en/members.ts';
import type { Role } from './members-scope.ts';
import type { MemberRow } from './people.ts';
import { PersonBox, type PersonOption } from './person-box.tsx';
import { RoleChoice } from './person-dialogs.tsx';

const text = memberWords.add;

interface AddMemberProps {
  /** The ids of people with a role of their own in the workspace, who cannot be added. */
  readonly assigned: ReadonlySet<string>;
  /** Undefined: the dialog asks for the person. */
  readonly person: MemberRow | undefined;
  readonly onClose: () => void;
}

/** Gives somebody of the organization a role in the workspace of the address. */
export function AddMember({ assigned, person, onClose }: AddMemberProps) {
  const { slug: orgSlug } = useOrganization();
  const { slug: workspaceSlug, name: workspaceName } = useWorkspace();
  const members = useRead(
    'listOrganizationMembers',
    { orgSlug },
    { enabled: person === undefined, live: false },
  );
  const add = useChange('addWorkspaceMember');
  const [chosen, setChosen] = useState<PersonOption | undefined>(person);
  const [role, setRole] = useState<Role>('member');
  const [error, setError] = useState<string>();
  const submit = async (): Promise<void> => {
    setError(chosen === undefined ? text.personError : undefined);
    if (chosen === undefined) return;
    const { userId, name } = chosen;
    if (!(await add.run({ orgSlug, workspaceSlug, body: { userId, role } })).ok) return;
    notify(text.done(name));
    onClose();
  };
  return (
    <DialogForm
      title={text.title(workspaceName)}
      submit={text.submit}
      busy={add.busy}
      problem={add.problem}
      errors={error === undefined ? [] : [{ name: 'person', message: error }]}
      onSubmit={submit}
      onClose={onClose}
    >
      {person === undefined ? (
        <Loaded query={members}>
          {({ members: all }) => (
            <PersonBox
              people={all.filter(({ userId }) => !assigned.has(userId))}
              error={error}
              onChoose={setChosen}
            />
          )}
        </Loaded>
      ) : (
        <p>
          <Name>{person.name}</Name> <bdi>{withBreaks(person.email)}</bdi>
        </p>
      )}
      <RoleChoice kind="workspace" legend={memberWords.invite.role} value={role} onChange={setRole} />
      <Text kind="quiet">
        {text.lead} {text.higher}
      </Text>
    </DialogForm>
  );
}
