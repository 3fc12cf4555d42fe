import { invalid } from '@patchbay/errors/failure';
import { lifetimes } from '@patchbay/platform/lifetimes';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { type Integration, integrationEvent } from './integration.ts';

const dayMs = 24 * 60 * 60 * 1000;
const { connectLinkDays, connectLinkMaxDays: maxDays } = lifetimes;

/** The page of the Portal for the holder of the link. */
export const connectUrl = (portalUrl: string, token: string): string => `${portalUrl}/connect/${token}`;

/** The expiry of a link that is issued now. `path` is the field with the days. */
export function linkExpiry(path: string, days: number | undefined, now: Date): Date {
  const lifetime = days ?? connectLinkDays;
  if (!Number.isInteger(lifetime) || lifetime < 1 || lifetime > maxDays)
    throw invalid({ path, message: `must be a whole number from 1 to ${maxDays}` });
  return new Date(now.getTime() + lifetime * dayMs);
}

export const hasExpired = ({ expiresAt }: { readonly expiresAt: Date }, now: Date): boolean =>
  expiresAt <= now;

/** Never with the token: anybody who has it can connect. */
export const linkIssued = (integration: Integration, expiresAt: Date): DomainEvent =>
  integrationEvent('integration.connect_link_issued', integration, [], {
    expiresAt: expiresAt.toISOString(),
  });

export const linkRevoked = (integration: Integration): DomainEvent =>
  integrationEvent('integration.connect_link_revoked', integration);
