import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { Alert } from '../../../parts/alert.tsx';
import { Choice } from '../../../parts/choice.tsx';
import { Text } from '../../../parts/text.tsx';
import { useRead } from '../../data/queries.ts';
import { Confirm, Consequences, DialogForm } from '../../parts/dialog.tsx';
import { notify } from '../../parts/toasts.tsx';
import { members as memberWords } from '../../words/en/members.ts';
import { formatList, words } from '../../words/words.ts';
import { liveKeysOf } from './live-keys.ts';
import { assignableRoles, type MembersScope, type Role } from './members-scope.ts';
import type { MemberRow } from './people.ts';

interface RoleChoiceProps {
  readonly kind: MembersScope['kind'];
  readonly legend: string;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** Radio buttons for the roles, each with what it allows. */
export const RoleChoice = ({ kind, legend, value, onChange }: RoleChoiceProps) => (
  <Choice
    legend={legend}
    value={value}
    options={assignableRoles.map((role) => ({
      value: role,
      label: words.roles[kind][role]?.name ?? role,
      help: words.roles[kind][role]?.may,
    }))}
    onChange={(chosen) => onChange(assignableRoles.find((role) => role === chosen) ?? value)}
  />
);

const text = memberWords.changeRole;

interface ChangeRoleProps {
  readonly scope: MembersScope;
  readonly row: MemberRow;
  /** Whether it is the caller. */
  readonly self: boolean;
  readonly onClose: () => void;
}

export function ChangeRole({ scope, row, self, onClose }: ChangeRoleProps) {
  const [role, setRole] = useState<Role>(row.role === 'guest' ? 'member' : row.role);
  const { run, busy, problem } = scope.changeRole;
  const submit = async (): Promise<void> => {
    if (!(await run({ userId: row.userId, role })).ok) return;
    notify(text.done(row.name, words.roles[scope.kind][role]?.name.toLowerCase() ?? role));
    onClose();
  };
  return (
    <DialogForm
      title={self ? text.titleSelf : text.title(row.name)}
      submit={text.submit}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoleChoice kind={scope.kind} legend={text.role} value={role} onChange={setRole} />
      {self && row.role === 'admin' && role !== 'admin' && <Alert kind="warning">{text.self}</Alert>}
      <Text kind="quiet">{text.now[scope.kind]}</Text>
    </DialogForm>
  );
}

const removeText = memberWords.remove;

const namesOf = (keys: readonly Schemas['ApiKey'][]): string => formatList(keys.map(({ name }) => name));

function consequencesOf(keys: readonly Schemas['ApiKey'][], email: string): string[] {
  const { ending, staying } = liveKeysOf(keys, email);
  const { access, keys: someKeys, workspaceKeys, keptKeys, links, back } = removeText.organization;
  return [
    access,
    ending.length === 0 ? someKeys : workspaceKeys(ending.length, namesOf(ending)),
    ...(staying.length === 0 ? [] : [keptKeys(staying.length, namesOf(staying))]),
    links,
    back,
  ];
}

interface RemoveMemberProps {
  readonly scope: MembersScope;
  readonly row: MemberRow;
  readonly onClose: () => void;
}

/** The dialog to remove a member. Lists what they lose. */
export function RemoveMember({ scope, row, onClose }: RemoveMemberProps) {
  const ofOrganization = scope.kind === 'organization';
  const keys = useRead('listApiKeys', { orgSlug: scope.orgSlug }, { enabled: ofOrganization, live: false });
  const consequences = ofOrganization
    ? consequencesOf(keys.data?.apiKeys ?? [], row.email)
    : Object.values(removeText.workspace);
  const { run, busy, problem } = scope.remove;
  const submit = async (): Promise<void> => {
    if (!(await run({ userId: row.userId })).ok) return;
    notify(removeText.done(row.name));
    onClose();
  };
  return (
    <Confirm
      title={removeText.title(row.name, scope.name)}
      action={removeText.submit}
      busy={busy || (ofOrganization && keys.isPending)}
      problem={problem}
      {...(ofOrganization && { typed: row.email })}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <Consequences lines={consequences} />
    </Confirm>
  );
}
