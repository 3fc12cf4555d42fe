import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { refusalOf, useWorkspace } from '../../data/access.tsx';
import { Menu, type MenuAction } from '../../parts/menu.tsx';
import { NewConnectLink } from '../../parts/new-connect-link.tsx';
import { words } from '../../words/words.ts';
import { ConnectHere } from './connect-here.tsx';
import { DeleteIntegration } from './delete-integration.tsx';
import { type Diagnosis, hasLiveLink, operationOf, type Step, stepsFor } from './diagnosis.ts';
import type { PanelProps } from './integration-here.ts';
import styles from './next-steps.module.css';
import { useSteps } from './use-steps.ts';

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
      label: text.steps[step],
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
            {text.steps[next]}
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
