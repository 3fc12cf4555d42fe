import { type Change, type Effect, isAboutPerson, type OrganizationEffect } from '../ledger/change.ts';
import type { RecordedEntry } from './recorded.ts';

/** Whether an entry is what the effect leaves: its action, its target where that is known, and its organization. */
export const matches =
  (effect: Effect) =>
  ({ action, organization, target }: RecordedEntry): boolean =>
    action === effect.action &&
    (isAboutPerson(effect) || organization === effect.organization) &&
    (effect.targetId === undefined || target.id === effect.targetId);

export const organizationEffectsOf = ({ effects }: Change): OrganizationEffect[] =>
  effects.filter((effect): effect is OrganizationEffect => !isAboutPerson(effect));
