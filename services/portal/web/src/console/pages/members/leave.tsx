import type { Schemas } from '@patchbay/client';
import { Link } from 'react-router';
import { Alert } from '../../../parts/alert.tsx';
import { Actions, Button } from '../../../parts/button.tsx';
import { useRead } from '../../data/queries.ts';
import { useSignedIn } from '../../data/session.ts';
import { Confirm, ConfirmChange, Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/toasts.tsx';
import { members as memberWords } from '../../words/en/members.ts';
import { words } from '../../words/words.ts';
import { liveKeysOf } from './live-keys.ts';
import type { MembersScope } from './members-scope.ts';
import { lastAdminOf } from './people.ts';

const text = memberWords.leave;

interface LeaveOrganizationProps {
  readonly organization: Pick<Schemas['Organization'], 'slug' | 'name' | 'role'>;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

/** The dialog to leave an organization. Lists what the caller loses. Refuses the only admin. */
export function LeaveOrganization({ organization, onLeft, onClose }: LeaveOrganizationProps) {
  const { slug: orgSlug, name, role } = organization;
  const { user } = useSignedIn();
  const isAdmin = role === 'admin';
  const members = useRead('listOrganizationMembers', { orgSlug }, { enabled: isAdmin, live: false });
  const keys = useRead('listApiKeys', { orgSlug }, { live: false });
  if (isAdmin && (members.data === undefined || lastAdminOf(members.data.members) === user.id)) {
    return (
      <Dialog title={text.title(name)} onClose={onClose}>
        <Loaded query={members}>
          {() => (
            <>
              <Alert kind="warning">{memberWords.lastAdminSelf}</Alert>
              <p>
                <Link to={`/o/${orgSlug}/members`} onClick={onClose}>
                  {text.seeMembers}
                </Link>
              </p>
              <Actions>
                <Button kind="other" onClick={onClose}>
                  {words.common.close}
                </Button>
              </Actions>
            </>
          )}
        </Loaded>
      </Dialog>
    );
  }
  const { ending, staying } = liveKeysOf(keys.data?.apiKeys ?? [], user.email);
  return (
    <ConfirmChange
      operation="removeOrganizationMember"
      input={{ orgSlug, userId: user.id }}
      done={text.done(name)}
      isLoading={keys.isPending}
      onDone={onLeft}
      title={text.title(name)}
      action={text.submit}
      typed={name}
      onClose={onClose}
    >
      <ul>
        <li>{text.organization.access}</li>
        {keys.data !== undefined && <li>{text.organization.keys(ending.length)}</li>}
        {staying.length > 0 && <li>{text.organization.keptKeys(staying.length)}</li>}
        <li>{text.organization.back}</li>
      </ul>
    </ConfirmChange>
  );
}

interface LeaveWorkspaceProps {
  readonly scope: MembersScope;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

/** The dialog to give up one's own role in a workspace. */
export function LeaveWorkspace({ scope, onLeft, onClose }: LeaveWorkspaceProps) {
  const { user } = useSignedIn();
  const { run, busy, problem } = scope.remove;
  const submit = async (): Promise<void> => {
    if (!(await run({ userId: user.id })).ok) return;
    notify(text.done(scope.name));
    onLeft();
  };
  return (
    <Confirm
      title={text.title(scope.name)}
      action={text.submit}
      busy={busy}
      problem={problem}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <ul>
        <li>{text.workspace.access}</li>
        <li>{text.workspace.keys}</li>
      </ul>
    </Confirm>
  );
}
