import { useState } from 'react';
import { useNavigate } from 'react-router';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { forgetReads, useChange, useRead } from '../../data/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Danger } from '../../parts/danger.tsx';
import { notify } from '../../parts/toasts.tsx';
import { deletion } from '../../words/en/deletion.ts';

const text = deletion.workspace;

/** Deletes the workspace. */
export function DeleteWorkspace() {
  const { role } = useOrganization();
  const { can } = useWorkspace();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Danger {...text} refused={refusalOf({ can, role }, 'deleteWorkspace')} onAsk={() => setAsks(true)} />
      {asks && <AskFirst onClose={() => setAsks(false)} />}
    </>
  );
}

/** Asks for the name, and lists with counts what is deleted with the workspace. */
function AskFirst({ onClose }: { readonly onClose: () => void }) {
  const { slug: orgSlug } = useOrganization();
  const { slug: workspaceSlug, name } = useWorkspace();
  const navigate = useNavigate();
  const remove = useChange('deleteWorkspace');
  const at = { orgSlug, workspaceSlug };
  const integrations = useRead('listIntegrations', at, { live: false });
  const keys = useRead('listApiKeys', { orgSlug }, { live: false });
  const members = useRead('listWorkspaceMembers', at, { live: false });
  const ownKeys = keys.data?.apiKeys.filter(
    ({ workspaceSlug: of, status }) => of === workspaceSlug && (status === 'active' || status === 'disabled'),
  );
  const submit = async (): Promise<void> => {
    if (!(await remove.run(at)).ok) return;
    notify(text.done(name));
    await navigate(`/o/${orgSlug}/workspaces`, { replace: true });
    forgetReads(at);
  };
  const counts = [
    integrations.data && text.integrations(integrations.data.integrations.length),
    ownKeys && text.keys(ownKeys.length),
    members.data && text.members(members.data.members.length),
    text.links,
  ].filter((line) => line !== undefined);
  return (
    <Confirm
      title={text.askTitle(name)}
      action={text.action}
      typed={name}
      busy={remove.busy || integrations.isPending || keys.isPending || members.isPending}
      problem={remove.problem}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <p>{text.lead}</p>
      <ul>
        {counts.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{text.stays}</p>
    </Confirm>
  );
}
