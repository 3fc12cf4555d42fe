import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';
import { AddMember } from './add-member.tsx';
import { Invite } from './invite.tsx';
import type { MemberRow } from './people.ts';
import { PeopleList } from './people-list.tsx';
import { useWorkspacePlace } from './place.ts';

const text = words.members;

/** The people of a workspace, and its invitations. */
export function WorkspaceMembersPage() {
  const { can } = useOrganization();
  const workspace = useWorkspace();
  const place = useWorkspacePlace();
  const [open, setOpen] = useFilter('open');
  const [given, setGiven] = useState<MemberRow>();
  const refused =
    refusalOf(workspace, 'addWorkspaceMember') ??
    (can.includes('listOrganizationMembers') ? undefined : text.add.guest);
  const assigned = (place.members.data?.members ?? []).filter(({ inherited }) => inherited === false);
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
          <Button refused={place.refused.invite} onClick={() => setOpen('invite')}>
            {text.invite.open}
          </Button>
        </>
      }
    >
      <PeopleList place={place} onGive={setGiven} />
      {open === 'invite' && place.refused.invite === undefined && <Invite place={place} onClose={close} />}
      {((open === 'add' && refused === undefined) || given !== undefined) && (
        <AddMember assigned={new Set(assigned.map(({ userId }) => userId))} person={given} onClose={close} />
      )}
    </ConsolePage>
  );
}
