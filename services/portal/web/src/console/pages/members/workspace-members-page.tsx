import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { ConsolePage } from '../../parts/page.tsx';
import { members as memberWords } from '../../words/en/members.ts';
import { AddMember } from './add-member.tsx';
import { Invite } from './invite.tsx';
import { useWorkspaceScope } from './members-scope.ts';
import type { MemberRow } from './people.ts';
import { PeopleList } from './people-list.tsx';

const text = memberWords;

/** The members and invitations of a workspace. */
export function WorkspaceMembersPage() {
  const { can } = useOrganization();
  const workspace = useWorkspace();
  const scope = useWorkspaceScope();
  const [open, setOpen] = useFilter('open');
  const [given, setGiven] = useState<MemberRow>();
  const refused =
    refusalOf(workspace, 'addWorkspaceMember') ??
    (can.includes('listOrganizationMembers') ? undefined : text.add.guest);
  const assigned = (scope.members.data?.members ?? []).filter(({ inherited }) => inherited === false);
  const close = (): void => {
    setGiven(undefined);
    if (open !== '') setOpen('');
  };
  return (
    <ConsolePage
      title={text.title}
      tabTitle={`${text.title}, ${workspace.name}`}
      lead={text.lead.workspace}
      actions={
        <>
          <Button kind="other" refused={refused} onClick={() => setOpen('add')}>
            {text.add.open}
          </Button>
          <Button refused={scope.refused.invite} onClick={() => setOpen('invite')}>
            {text.invite.open}
          </Button>
        </>
      }
    >
      <PeopleList scope={scope} onGive={setGiven} />
      {open === 'invite' && scope.refused.invite === undefined && <Invite scope={scope} onClose={close} />}
      {((open === 'add' && refused === undefined) || given !== undefined) && (
        <AddMember assigned={new Set(assigned.map(({ userId }) => userId))} person={given} onClose={close} />
      )}
    </ConsolePage>
  );
}
