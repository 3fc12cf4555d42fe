import type { Schemas } from '../../../api/answer.ts';
import { States } from '../../parts/states.tsx';
import { ago, words } from '../../words/words.ts';
import { endsSoon, stateOf } from '../integrations/integration-state.ts';

type Integration = Schemas['Integration'];

const { states, waiting, ending } = words.overview;

const end = (at: string, now: number): string =>
  (Date.parse(at) > now ? ending.access : ending.accessEnded)(ago(at, now));

function textOf(integration: Integration, now: number): string {
  const { status, connectedAt, lastError, lastErrorAt, authorizationEndsAt } = integration;
  if (status === 'error') return connectedAt === null ? states.refused : states.error;
  if (status !== 'active') return states[status];
  if (lastError !== null) return states.failing(lastErrorAt === null ? '' : ago(lastErrorAt, now)).trim();
  if (authorizationEndsAt !== null && endsSoon(integration, now)) return end(authorizationEndsAt, now);
  return states.working;
}

interface ConditionProps {
  readonly integration: Integration;
  readonly now: number;
}

/** How an integration is doing, in a few words. */
export const Condition = ({ integration, now }: ConditionProps) => (
  <States
    states={[{ key: integration.id, state: stateOf(integration, now), text: textOf(integration, now) }]}
  />
);

/** Whether somebody has to do something because it failed. One that only ends soon still works. */
export const isBroken = ({ status, lastError }: Pick<Integration, 'status' | 'lastError'>): boolean =>
  status === 'error' || (status === 'active' && lastError !== null);

/** How long the client can still use the link. */
export function linkTextOf({ connectLink }: Pick<Integration, 'connectLink'>, now: number): string {
  if (connectLink === null) return waiting.noLink;
  const { expired, expiresAt } = connectLink;
  return (expired ? waiting.expired : waiting.expires)(ago(expiresAt, now));
}
