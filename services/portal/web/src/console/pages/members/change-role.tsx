import { useState } from 'react';
import { Alert } from '../../../parts/alert.tsx';
import { Text } from '../../../parts/text.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import type { MembersScope, Role } from './members-scope.ts';
import type { MemberRow } from './people.ts';
import { RoleChoice } from './role-choice.tsx';

const text = words.members.changeRole;

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
