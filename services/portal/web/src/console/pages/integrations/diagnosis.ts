import type { IntegrationHealth } from '@patchbay/client';
import type { Schemas } from '../../../api/answer.ts';

export { healthOf as diagnosisOf, type IntegrationHealth as Diagnosis } from '@patchbay/client';

type Integration = Schemas['Integration'];

/** `connect`: the caller fills in the form of the provider or follows its consent page. */
export type Step = 'verify' | 'link' | 'connect' | 'enable';

/** The first operation of a step. A consent starts with a link. */
export const operationOf = (step: Step, { authMethod }: Pick<Integration, 'authMethod'>): string =>
  ({
    verify: 'verifyIntegration',
    link: 'issueConnectLink',
    connect: authMethod === 'oauth' ? 'issueConnectLink' : 'connectIntegration',
    enable: 'enableIntegration',
  })[step];

/** The name of a step in the words of the page: what was connected before is connected again. */
export const nameOf = (step: Step, { connectedAt }: Pick<Integration, 'connectedAt'>): StepName =>
  connectedAt === null ? step : (namesAgain[step] ?? step);

export type StepName = Step | 'linkAgain' | 'connectAgain';

const namesAgain: Partial<Record<Step, StepName>> = { link: 'linkAgain', connect: 'connectAgain' };

/** Whether the client can connect by a link. */
export const hasLiveLink = ({ connectLink }: Pick<Integration, 'connectLink'>): boolean =>
  connectLink?.expired === false;

/** The possible steps, the most useful first. A valid link is sent again, because a new one would invalidate it. */
export function stepsFor(integration: Integration, diagnosis: IntegrationHealth): readonly Step[] {
  const { authMethod, connectedAt } = integration;
  const check: readonly Step[] = connectedAt === null ? [] : ['verify'];
  // The keys for a form are often with a colleague. Only the client can consent.
  const both: readonly Step[] = authMethod === 'oauth' ? ['link', 'connect'] : ['connect', 'link'];
  const again = both.filter((step) => step !== 'link' || !hasLiveLink(integration));
  switch (diagnosis) {
    case 'off':
      return ['enable', ...check];
    case 'working':
    case 'failing':
      return [...check, ...again];
    case 'unsent':
      return ['link', 'connect'];
    default:
      return [...again, ...check];
  }
}
