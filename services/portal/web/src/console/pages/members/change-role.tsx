import { useState } from 'react';
import { Alert } from '../../../parts/alert.tsx';
import { Actions, Button } from '../../../parts/button.tsx';
import { Form } from '../../../parts/form.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { Text } from '../../../parts/text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import type { MemberRow } from './people.ts';
import type { Place, Role } from './place.ts';
import { RoleChoice } from './role-choice.tsx';

const text = words.members.changeRole;

interface ChangeRoleProps {
  readonly place: Place;
  readonly row: MemberRow;
  /** Whether it is the caller. */
  readonly self: boolean;
  readonly onClose: () => void;
}

export function ChangeRole({ place, row, self, onClose }: ChangeRoleProps) {
  const [role, setRole] = useState<Role>(row.role === 'guest' ? 'member' : row.role);
  const { run, busy, problem } = place.changeRole;
  const wait = useWait(problem);
  const submit = async (): Promise<void> => {
    if (!(await run({ userId: row.userId, role })).ok) return;
    notify(text.done(row.name, words.roles[place.kind][role]?.name.toLowerCase() ?? role));
    onClose();
  };
  return (
    <Dialog title={self ? text.titleSelf : text.title(row.name)} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {problem !== undefined && <ProblemAlert problem={problem} />}
        <RoleChoice kind={place.kind} legend={text.role} value={role} onChange={setRole} />
        {self && row.role === 'admin' && role !== 'admin' && <Alert kind="warning">{text.self}</Alert>}
        <Text kind="quiet">{text.now[place.kind]}</Text>
        <Actions>
          <Button type="submit" busy={busy} waits={wait > 0}>
            {text.submit}
          </Button>
          <Button kind="other" onClick={onClose}>
            {words.common.cancel}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
