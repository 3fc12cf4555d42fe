import { Link } from 'react-router';
import { Button } from '../../../parts/button.tsx';
import { useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { Empty } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { members as memberWords } from '../../words/en/members.ts';
import { words } from '../../words/words.ts';
import { Invite } from './invite.tsx';
import { useOrganizationScope } from './members-scope.ts';
import { PeopleList } from './people-list.tsx';

const text = memberWords;

/** The members and invitations of an organization. */
export function MembersPage() {
  const { can } = useOrganization();
  const scope = useOrganizationScope();
  const [open, setOpen] = useFilter('open');
  if (!can.includes('listOrganizationMembers'))
    return (
      <ConsolePage title={text.title}>
        <Empty title={text.guestTitle} text={text.guestText}>
          <Link to="/account">{words.frame.account}</Link>
        </Empty>
      </ConsolePage>
    );
  const invites = open === 'invite' && scope.refused.invite === undefined;
  return (
    <ConsolePage
      title={text.title}
      lead={text.lead.organization}
      actions={
        <Button refused={scope.refused.invite} onClick={() => setOpen('invite')}>
          {text.invite.open}
        </Button>
      }
    >
      <PeopleList scope={scope} />
      {invites && <Invite scope={scope} onClose={() => setOpen('')} />}
    </ConsolePage>
  );
}
