import type { Change } from '@patchbay/trail/domain-event';
import type { Values } from '../connector/credentials.ts';
import { type Integration, type IntegrationChange, integrationEvent } from './integration.ts';

/** What a member can change. A field that is undefined stays as it is. */
export interface Update {
  readonly name: string | undefined;
  readonly settings: Values | undefined;
  readonly returnUrl: string | null | undefined;
}

/** Whatever the order of the names: the database has an order of its own. */
export const sameValues = (a: Values, b: Values): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => Object.hasOwn(b, name) && b[name] === value);

/** Settings are replaced whole. No events, and the same integration, where nothing changes. */
export function update(integration: Integration, asked: Update, now: Date): IntegrationChange {
  const {
    name = integration.name,
    settings = integration.settings,
    returnUrl = integration.returnUrl,
  } = asked;
  const changes: Change[] = [];
  if (name !== integration.name) changes.push({ field: 'name', before: integration.name, after: name });
  if (!sameValues(settings, integration.settings))
    changes.push({ field: 'settings', before: integration.settings, after: settings });
  if (returnUrl !== integration.returnUrl)
    changes.push({ field: 'returnUrl', before: integration.returnUrl, after: returnUrl });
  if (changes.length === 0) return { integration, events: [] };
  const updated: Integration = { ...integration, name, settings, returnUrl, updatedAt: now };
  return { integration: updated, events: [integrationEvent('integration.updated', updated, changes)] };
}
