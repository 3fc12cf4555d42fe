import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { useOptimisticValue } from '../../data/optimistic-value.ts';
import { forgetReads, useChange, useRead } from '../../data/queries.ts';
import { Danger } from '../../parts/danger.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { ConsolePage, Section } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { deletion } from '../../words/en/deletion.ts';
import { words } from '../../words/words.ts';
import { Identifiers } from './identifiers.tsx';
import { NameForm } from './name-form.tsx';
import styles from './settings.module.css';

const text = words.settings;

/** The settings of a workspace: its name, and the mails that the caller gets about it. */
export function WorkspaceSettingsPage() {
  const { slug: orgSlug } = useOrganization();
  const workspace = useWorkspace();
  const { slug: workspaceSlug, name } = workspace;
  const rename = useChange('updateWorkspace');
  return (
    <ConsolePage title={text.title} tabTitle={`${text.title}, ${name}`} lead={text.workspace.lead}>
      <Section title={text.workspace.general}>
        <div className={styles.card}>
          <NameForm
            draftName={`w/${workspace.id}/settings`}
            label={text.name}
            help={text.workspace.nameHelp}
            wrong={text.nameError}
            most={100}
            name={name}
            refused={refusalOf(workspace, 'updateWorkspace')}
            busy={rename.busy}
            problem={rename.problem}
            saved={text.saved}
            onSave={(typed) => rename.run({ orgSlug, workspaceSlug, body: { name: typed } })}
          />
        </div>
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
    <Section title={text.workspace.emails}>
      <div className={styles.card}>
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
      </div>
    </Section>
  );
}

const deleteText = deletion.workspace;

/** Deletes the workspace. */
export function DeleteWorkspace() {
  const { role } = useOrganization();
  const { can } = useWorkspace();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Danger
        {...deleteText}
        refused={refusalOf({ can, role }, 'deleteWorkspace')}
        onAsk={() => setAsks(true)}
      />
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
    notify(deleteText.done(name));
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
    <Confirm
      title={deleteText.askTitle(name)}
      action={deleteText.action}
      typed={name}
      busy={remove.busy || integrations.isPending || keys.isPending || members.isPending}
      problem={remove.problem}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <p>{deleteText.lead}</p>
      <ul>
        {counts.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{deleteText.stays}</p>
    </Confirm>
  );
}
