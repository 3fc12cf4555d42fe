import { Checkbox } from '../../../parts/checkbox.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { useOptimisticValue } from '../../data/optimistic-value.ts';
import { useChange } from '../../data/queries.ts';
import { ConsolePage, Section } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import { DeleteWorkspace } from './delete-workspace.tsx';
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
