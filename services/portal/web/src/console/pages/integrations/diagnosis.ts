import type { Schemas } from '../../../api/answer.ts';
import { endsSoon } from './integration-state.ts';

type Integration = Schemas['Integration'];

/**
 * The diagnosis of an integration. `refused`: the provider no longer accepts the credentials. `rejected`: it never accepted any.
 * `failing`: the last verification had no clear result. `unsent`: nobody can connect it, because there is no valid link.
 */
export type Diagnosis =
  | 'refused'
  | 'rejected'
  | 'ended'
  | 'failing'
  | 'ending'
  | 'unsent'
  | 'waiting'
  | 'working'
  | 'off';

export function diagnosisOf(integration: Integration, now: number): Diagnosis {
  const { status, connectedAt, lastError, authorizationEndsAt } = integration;
  if (status === 'disabled') return 'off';
  if (status === 'error') return connectedAt === null ? 'rejected' : 'refused';
  if (status === 'pending') return hasLiveLink(integration) ? 'waiting' : 'unsent';
  if (authorizationEndsAt !== null && Date.parse(authorizationEndsAt) <= now) return 'ended';
  if (lastError !== null) return 'failing';
  return endsSoon(integration, now) ? 'ending' : 'working';
}

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

/** Whether the client can connect by a link. */
export const hasLiveLink = ({ connectLink }: Pick<Integration, 'connectLink'>): boolean =>
  connectLink?.expired === false;

/** The possible steps, the most useful first. A valid link is sent again, because a new one would invalidate it. */
export function stepsFor(integration: Integration, diagnosis: Diagnosis): readonly Step[] {
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
