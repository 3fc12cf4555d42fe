import type { Schemas } from '../../../api/answer.ts';
import { endsSoon } from './integration-state.ts';

type Integration = Schemas['Integration'];

/**
 * What there is to say about an integration. `refused`: the provider no longer takes the credentials. `rejected`: it never took any.
 * `failing`: the last check got no clear answer. `unsent`: nobody can connect it, because no link works.
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

/** `connect`: with the fields of the provider, or its consent page, by the person who looks at it. */
export type Step = 'verify' | 'link' | 'connect' | 'enable';

/** The operation that a step needs first. A consent starts with a link. */
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

/** What can be done now, the one that helps most first. A link that works is there to be sent again: a new one would end it. */
export function stepsFor(integration: Integration, diagnosis: Diagnosis): readonly Step[] {
  const { authMethod, connectedAt } = integration;
  const check: readonly Step[] = connectedAt === null ? [] : ['verify'];
  // Whoever has the keys of a provider with a form is often a colleague. Only the client can consent.
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
