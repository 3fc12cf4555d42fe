import type { Problem, Schemas } from '../../../api/answer.ts';
import { isPageAddress, leaveFor } from '../../../state/address.ts';
import { useChange } from '../../data/queries.ts';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import type { Step } from './diagnosis.ts';
import type { PanelProps } from './integration-here.ts';

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

export interface Steps {
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
