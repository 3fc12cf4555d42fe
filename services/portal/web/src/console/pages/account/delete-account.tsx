import { Link } from 'react-router';
import { Alert } from '../../../parts/alert.tsx';
import { Actions, Button } from '../../../parts/button.tsx';
import { Progress } from '../../../parts/loading.tsx';
import { useRead, useReads } from '../../data/queries.ts';
import { useSignedIn } from '../../data/session.ts';
import { Danger } from '../../parts/danger.tsx';
import { ConfirmChange, Consequences, Dialog } from '../../parts/dialog.tsx';
import { deletion } from '../../words/en/deletion.ts';
import { members as memberWords } from '../../words/en/members.ts';
import { words } from '../../words/words.ts';
import { lastAdminOf } from '../members/people.ts';

const text = deletion.account;

/** Deletes the caller's own account. The session ends with it. */
export const DeleteAccount = () => (
  <Danger {...text} confirmation={(close) => <DeleteAccountDialog onClose={close} />} />
);

interface DialogProps {
  readonly onClose: () => void;
}

/** The organizations that would be without an admin. Undefined: not known yet. The API refuses for those that cannot be read here. */
function useOnlyAdmin() {
  const { user } = useSignedIn();
  const organizations = useRead('listOrganizations', {}, { live: false });
  const own = (organizations.data?.organizations ?? []).filter(
    ({ role, deletesAt }) => role === 'admin' && deletesAt === null,
  );
  const members = useReads(
    'listOrganizationMembers',
    own.map(({ slug }) => ({ orgSlug: slug })),
  );
  if (organizations.isPending || members.some(({ isPending }) => isPending)) return undefined;
  return own.filter((_, index) => lastAdminOf(members[index]?.data?.members ?? []) === user.id);
}

function DeleteAccountDialog({ onClose }: DialogProps) {
  const { user, accountDeleted } = useSignedIn();
  const onlyAdminOf = useOnlyAdmin();
  if (onlyAdminOf === undefined || onlyAdminOf.length > 0)
    return (
      <Dialog title={text.askTitle} onClose={onClose}>
        {onlyAdminOf === undefined ? (
          <Progress />
        ) : (
          <>
            <Alert kind="warning">{text.onlyAdmin}</Alert>
            <ul>
              {onlyAdminOf.map(({ slug, name }) => (
                <li key={slug}>
                  <bdi>{name}</bdi>: <Link to={`/o/${slug}/members`}>{memberWords.leave.seeMembers}</Link>{' '}
                  {text.or} <Link to={`/o/${slug}/settings`}>{text.seeSettings}</Link>
                </li>
              ))}
            </ul>
          </>
        )}
        <Actions>
          <Button kind="other" onClick={onClose}>
            {words.common.close}
          </Button>
        </Actions>
      </Dialog>
    );
  return (
    <ConfirmChange
      operation="deleteMe"
      input={{ body: { confirm: user.email } }}
      onDone={accountDeleted}
      title={text.askTitle}
      action={text.action}
      typed={user.email}
      onClose={onClose}
    >
      <Consequences lines={text.means} />
    </ConfirmChange>
  );
}
