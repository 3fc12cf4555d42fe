import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Problem, Schemas } from '../../../api/answer.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { isPageAddress, leaveFor } from '../../../state/address.ts';
import { refusalOf, useWorkspace } from '../../data/access.tsx';
import { useChange, useRead } from '../../data/queries.ts';
import { NewConnectLink } from '../../parts/connect-link.tsx';
import { ConfirmChange } from '../../parts/dialog.tsx';
import { Menu } from '../../parts/menu.tsx';
import type { MenuAction } from '../../parts/menu-list.tsx';
import { notify } from '../../parts/toasts.tsx';
import { integrationPanel } from '../../words/en/integration-panel.ts';
import { words } from '../../words/words.ts';
import { ConnectHere } from './connect-here.tsx';
import deleteStyles from './delete-integration.module.css';
import { type Diagnosis, hasLiveLink, nameOf, operationOf, type Step, stepsFor } from './diagnosis.ts';
import styles from './next-steps.module.css';
import type { PanelProps } from './panel-parts.tsx';

const text = words.integrations;

interface NextStepsProps extends PanelProps {
  readonly diagnosis: Diagnosis;
  readonly onDeleted: () => void;
}

/** The next step as a button, and the other steps in a menu. */
export function NextSteps({ at, integration, diagnosis, onDeleted }: NextStepsProps) {
  const workspace = useWorkspace();
  const [dialog, setDialog] = useState<'connect' | 'link' | 'delete'>();
  const { run, busy, problem } = useSteps({ at, integration });
  const wait = useWait(problem);
  const [next, ...others] = stepsFor(integration, diagnosis);
  const start = (step: Step): void => {
    if (step === 'link') setDialog('link');
    else if (step === 'connect' && integration.authMethod !== 'oauth') setDialog('connect');
    else void run(step);
  };
  const isOff = integration.status === 'disabled';
  const actions: readonly MenuAction[] = [
    ...others.map((step) => ({
      key: step,
      label: text.steps[nameOf(step, integration)],
      refused: refusalOf(workspace, operationOf(step, integration)),
      onAction: () => start(step),
    })),
    ...(isOff
      ? []
      : [
          {
            key: 'disable',
            label: text.steps.disable,
            refused: refusalOf(workspace, 'disableIntegration'),
            onAction: () => void run('disable'),
          },
        ]),
    {
      key: 'delete',
      label: text.steps.delete,
      danger: true,
      refused: refusalOf(workspace, 'deleteIntegration'),
      onAction: () => setDialog('delete'),
    },
  ];
  return (
    <>
      <div className={styles.steps}>
        {next !== undefined && (
          <Button
            kind={diagnosis === 'working' || hasLiveLink(integration) ? 'other' : 'main'}
            refused={refusalOf(workspace, operationOf(next, integration))}
            busy={busy}
            waits={wait > 0}
            onClick={() => start(next)}
          >
            {text.steps[nameOf(next, integration)]}
          </Button>
        )}
        <Menu label={text.more(integration.name)} actions={actions}>
          <Ellipsis aria-hidden="true" />
        </Menu>
      </div>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {dialog === 'connect' && (
        <ConnectHere at={at} integration={integration} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'link' && <NewConnectLink integration={integration} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteIntegration
          at={at}
          integration={integration}
          onDeleted={onDeleted}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

const { done } = words.integrations;

/** Shows the result of a verification in a line. The panel has the details. */
const notifyVerified = ({ status, lastError, statusDetail, providerName }: Schemas['Integration']): void => {
  const isRefused = status === 'error' || statusDetail !== null;
  if (isRefused) notify(done.refused(providerName));
  else notify(lastError === null ? done.verified(providerName) : done.unclear(providerName));
};

/** Opens the page in a new tab, or in this one where the browser blocks that after a request. */
async function openPage(address: string): Promise<void> {
  if (!isPageAddress(address)) return;
  const tab = open(address);
  if (tab === null) await leaveFor(address);
  else tab.opener = null;
}

/** The steps that need no dialog. */
type DirectStep = Exclude<Step, 'link'> | 'disable';

interface Steps {
  readonly run: (step: DirectStep) => Promise<void>;
  readonly busy: boolean;
  /** Why the last one failed. */
  readonly problem: Problem | undefined;
}

/** The steps behind the buttons of an integration. One runs at a time. */
export function useSteps({ at, integration }: PanelProps): Steps {
  const verify = useChange('verifyIntegration');
  const enable = useChange('enableIntegration');
  const disable = useChange('disableIntegration');
  const issue = useChange('issueConnectLink');
  const changes = [verify, enable, disable, issue];
  const busy = changes.some((change) => change.busy);

  const steps: Readonly<Record<DirectStep, () => Promise<void>>> = {
    async verify() {
      const answer = await verify.run(at);
      if (answer.ok) notifyVerified(answer.data);
    },
    async enable() {
      const answer = await enable.run(at);
      if (!answer.ok) return;
      if (answer.data.status === 'active' || answer.data.status === 'pending')
        notify(done.enabled(integration.name));
      else notifyVerified(answer.data);
    },
    async disable() {
      if ((await disable.run(at)).ok) notify(done.disabled(integration.name));
    },
    // A new link would invalidate the one that the client may have.
    async connect() {
      const { connectLink } = integration;
      if (connectLink !== null && !connectLink.expired) {
        await openPage(connectLink.connectUrl);
        return;
      }
      const answer = await issue.run({ ...at, body: {} });
      if (answer.ok) await openPage(answer.data.connectUrl);
    },
  };

  return {
    busy,
    problem: changes.find((change) => change.problem !== undefined)?.problem,
    async run(step) {
      if (busy) return;
      for (const change of changes) change.reset();
      await steps[step]();
    },
  };
}

const deleteText = integrationPanel.delete;

interface DeleteIntegrationProps extends PanelProps {
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks for the name, and lists what is deleted with the integration. */
export function DeleteIntegration({ at, integration, onDeleted, onClose }: DeleteIntegrationProps) {
  const { name, providerName, connectedAt, connectLink, authMethod } = integration;
  const grants =
    useRead('listGrants', at).data?.grants.filter(({ status }) => status === 'active').length ?? 0;
  const wasConnected = connectedAt !== null;
  const parts = [
    wasConnected && deleteText.credentials(providerName),
    connectLink?.expired === false && deleteText.link,
    grants > 0 && deleteText.grants(grants),
    wasConnected && authMethod === 'oauth' && deleteText.others(providerName),
  ].filter((part) => part !== false);
  return (
    <ConfirmChange
      operation="deleteIntegration"
      input={at}
      done={words.integrations.done.deleted(name)}
      onDone={onDeleted}
      title={deleteText.title(name)}
      action={deleteText.submit}
      typed={name}
      onClose={onClose}
    >
      <p>
        {deleteText.text} {parts.length > 0 && deleteText.lead}
      </p>
      {parts.length > 0 && (
        <ul className={deleteStyles.list}>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
    </ConfirmChange>
  );
}
