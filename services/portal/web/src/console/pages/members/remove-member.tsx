import type { Schemas } from '@patchbay/client';
import { useRead } from '../../data/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/toasts.tsx';
import { formatList, words } from '../../words/words.ts';
import { liveKeysOf } from './live-keys.ts';
import type { MembersScope } from './members-scope.ts';
import type { MemberRow } from './people.ts';

const text = words.members.remove;

const namesOf = (keys: readonly Schemas['ApiKey'][]): string => formatList(keys.map(({ name }) => name));

function consequencesOf(keys: readonly Schemas['ApiKey'][], email: string): string[] {
  const { ending, staying } = liveKeysOf(keys, email);
  const { access, keys: someKeys, workspaceKeys, keptKeys, links, back } = text.organization;
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
    : Object.values(text.workspace);
  const { run, busy, problem } = scope.remove;
  const submit = async (): Promise<void> => {
    if (!(await run({ userId: row.userId })).ok) return;
    notify(text.done(row.name));
    onClose();
  };
  return (
    <Confirm
      title={text.title(row.name, scope.name)}
      action={text.submit}
      busy={busy || (ofOrganization && keys.isPending)}
      problem={problem}
      {...(ofOrganization && { typed: row.email })}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <ul>
        {consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
    </Confirm>
  );
}
