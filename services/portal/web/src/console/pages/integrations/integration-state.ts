import {
  type HealthTone,
  healthOf,
  healthTones,
  type IntegrationHealth,
  integrationHealths,
} from '@patchbay/client';
import type { Schemas } from '../../../api/answer.ts';

type Integration = Schemas['Integration'];

/** The states of integrations that lists count and filter by. Each is of one or several healths. */
export const integrationStates = ['attention', 'ending', 'waiting', 'working', 'off'] as const;

export type IntegrationState = (typeof integrationStates)[number];

const states: Readonly<Record<IntegrationHealth, IntegrationState>> = {
  refused: 'attention',
  rejected: 'attention',
  ended: 'attention',
  failing: 'attention',
  ending: 'ending',
  unsent: 'waiting',
  waiting: 'waiting',
  working: 'working',
  off: 'off',
};

export const stateOf = (integration: Integration, now: number): IntegrationState =>
  states[healthOf(integration, now)];

export const toneOf = (integration: Integration, now: number): HealthTone =>
  healthTones[healthOf(integration, now)];

/** Whether somebody should look at it now. The list of an organization has these first. */
export const isUrgent = (integration: Integration, now: number): boolean =>
  ['attention', 'ending'].includes(stateOf(integration, now));

/** What makes one of two integrations of the same health more urgent: its end, or the end of its link. '' for those without a link. */
const endOf = ({ status, authorizationEndsAt, connectLink }: Integration): string =>
  (status === 'pending' ? connectLink?.expiresAt : authorizationEndsAt) ?? '';

/** Orders by health, the most urgent first, then by what ends first, then by name. */
export function byUrgency(now: number): (one: Integration, other: Integration) => number {
  const placeOf = (integration: Integration): number =>
    integrationHealths.indexOf(healthOf(integration, now));
  const hasOrder = (integration: Integration): boolean =>
    ['ending', 'waiting'].includes(stateOf(integration, now));
  return (one, other) =>
    placeOf(one) - placeOf(other) ||
    (hasOrder(one) ? endOf(one).localeCompare(endOf(other)) : 0) ||
    one.name.localeCompare(other.name);
}

export interface StateCount {
  readonly state: IntegrationState;
  readonly count: number;
  /** That of the most urgent one. */
  readonly tone: HealthTone;
}

const tones = [...new Set(integrationHealths.map((health) => healthTones[health]))];

/** The number of integrations by state, without empty states. */
export function countStates(all: readonly Integration[], now: number): readonly StateCount[] {
  return integrationStates.flatMap((state) => {
    const found = all.filter((each) => stateOf(each, now) === state);
    const [tone] = found
      .map((each) => toneOf(each, now))
      .toSorted((one, other) => tones.indexOf(one) - tones.indexOf(other));
    return tone === undefined ? [] : [{ state, count: found.length, tone }];
  });
}
