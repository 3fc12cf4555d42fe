import { useNavigate } from 'react-router';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { longest } from '../../data/api-bounds.ts';
import { useOptimisticValue } from '../../data/optimistic-value.ts';
import { forgetReads, useChange, useRead } from '../../data/queries.ts';
import { Danger } from '../../parts/danger.tsx';
import { ConfirmChange, Consequences } from '../../parts/dialog.tsx';
import { ConsolePage, Section } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { deletion } from '../../words/en/deletion.ts';
import { settings as settingsWords } from '../../words/en/settings.ts';
import { Identifiers } from './identifiers.tsx';
import { NameForm } from './name-form.tsx';

const text = settingsWords;

/** The settings of a workspace: its name, and the mails that the caller gets about it. */
export function WorkspaceSettingsPage() {
  const { slug: orgSlug } = useOrganization();
  const workspace = useWorkspace();
  const { slug: workspaceSlug, name } = workspace;
  const rename = useChange('updateWorkspace');
  return (
    <ConsolePage title={text.title} tabTitle={`${text.title}, ${name}`} lead={text.workspace.lead}>
      <Section title={text.workspace.general} card>
        <NameForm
          draftName={`w/${workspace.id}/settings`}
          label={text.name}
          help={text.workspace.nameHelp}
          wrong={text.nameError}
          most={longest.name}
          name={name}
          refused={refusalOf(workspace, 'updateWorkspace')}
          busy={rename.busy}
          problem={rename.problem}
          saved={text.saved}
          onSave={(typed) => rename.run({ orgSlug, workspaceSlug, body: { name: typed } })}
        />
      </Section>
      <Watching />
      <Identifiers of={workspace} />
      <DeleteWorkspace />
    </ConsolePage>
  );
}

/** Whether the caller gets mails about the workspace. Saved when changed, without a button. */
function Watching() {
  const { slug: orgSlug } = useOrganization();
  const workspace = useWorkspace();
  const watch = useChange('watchWorkspace');
  const unwatch = useChange('unwatchWorkspace');
  const optimistic = useOptimisticValue(workspace.watched);
  const busy = watch.busy || unwatch.busy;
  const refused = refusalOf(workspace, workspace.watched ? 'unwatchWorkspace' : 'watchWorkspace');
  const problem = watch.problem ?? unwatch.problem;
  const change = async (watches: boolean): Promise<void> => {
    for (const { reset } of [watch, unwatch]) reset();
    optimistic.set(watches);
    const answer = await (watches ? watch : unwatch).run({ orgSlug, workspaceSlug: workspace.slug });
    if (answer.ok) notify(watches ? text.workspace.watched : text.workspace.unwatched);
    else optimistic.revert();
  };
  return (
    <Section title={text.workspace.emails} card>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Checkbox
        label={text.workspace.watch}
        help={refused ?? text.workspace.watchHelp}
        checked={optimistic.shown}
        disabled={refused !== undefined}
        onChange={({ target }) => {
          if (!busy) void change(target.checked);
        }}
      />
    </Section>
  );
}

const deleteText = deletion.workspace;

/** Deletes the workspace. */
export function DeleteWorkspace() {
  const { role } = useOrganization();
  const { can } = useWorkspace();
  return (
    <Danger
      {...deleteText}
      refused={refusalOf({ can, role }, 'deleteWorkspace')}
      confirmation={(close) => <AskFirst onClose={close} />}
    />
  );
}

/** Asks for the name, and lists with counts what is deleted with the workspace. */
function AskFirst({ onClose }: { readonly onClose: () => void }) {
  const { slug: orgSlug } = useOrganization();
  const { slug: workspaceSlug, name } = useWorkspace();
  const navigate = useNavigate();
  const at = { orgSlug, workspaceSlug };
  const integrations = useRead('listIntegrations', at, { live: false });
  const keys = useRead('listApiKeys', { orgSlug }, { live: false });
  const members = useRead('listWorkspaceMembers', at, { live: false });
  const ownKeys = keys.data?.apiKeys.filter(
    ({ workspaceSlug: of, status }) => of === workspaceSlug && (status === 'active' || status === 'disabled'),
  );
  const leave = async (): Promise<void> => {
    await navigate(`/o/${orgSlug}/workspaces`, { replace: true });
    forgetReads(at);
  };
  const counts = [
    integrations.data && deleteText.integrations(integrations.data.integrations.length),
    ownKeys && deleteText.keys(ownKeys.length),
    members.data && deleteText.members(members.data.members.length),
    deleteText.links,
  ].filter((line) => line !== undefined);
  return (
    <ConfirmChange
      operation="deleteWorkspace"
      input={at}
      done={deleteText.done(name)}
      onDone={() => void leave()}
      isLoading={integrations.isPending || keys.isPending || members.isPending}
      title={deleteText.askTitle(name)}
      action={deleteText.action}
      typed={name}
      onClose={onClose}
    >
      <p>{deleteText.lead}</p>
      <Consequences lines={counts} />
      <p>{deleteText.stays}</p>
    </ConfirmChange>
  );
}
