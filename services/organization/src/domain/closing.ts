import type { Principal } from '@patchbay/access/caller';
import { conflict, forbidden } from '@patchbay/errors/failure';
import { lifetimes } from '@patchbay/platform/lifetimes';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import type { Organization } from './organization.ts';

/** What an operation works with although others are refused. */
export interface Allowed {
  /** It works in a closed organization too. */
  readonly closedToo?: boolean;
  /** It works with every session where the organization demands passkeys. */
  readonly anyMethod?: boolean;
}

export function refuseSuspended({ suspendedReason }: Pick<Organization, 'suspendedReason'>): void {
  if (suspendedReason === null) return;
  throw forbidden(
    `organization_suspended: This organization is suspended: ${suspendedReason}`,
    'organization_suspended',
  );
}

export function refuseClosed({ deletesAt }: Pick<Organization, 'deletesAt'>): void {
  if (deletesAt === null) return;
  throw conflict(
    `This organization is closed and will be deleted. Its admins can restore it until ${deletesAt.toISOString()}.`,
  );
}

/** Refuses what nobody may do in the organization at present, whatever their role is. Call it where the caller may see it. */
export function refuseUnlessOpen(
  organization: Pick<Organization, 'suspendedReason' | 'deletesAt' | 'requiresPasskey'>,
  caller: Principal,
  { closedToo = false, anyMethod = false }: Allowed,
): void {
  refuseSuspended(organization);
  if (!closedToo) refuseClosed(organization);
  if (anyMethod || !organization.requiresPasskey || caller.type !== 'user' || caller.method === 'passkey')
    return;
  throw forbidden(
    'passkey_required: This organization demands that you sign in with a passkey.',
    'passkey_required',
  );
}

const closedMs = lifetimes.closedDays * 24 * 60 * 60 * 1000;

type Closing = { readonly action: 'organization.closed' | 'organization.restored' | 'organization.deleted' };

const eventOf = (
  action: Closing['action'],
  { id, name }: Pick<Organization, 'id' | 'name'>,
  more: Pick<DomainEvent, 'metadata' | 'actor'> = {},
): DomainEvent => ({
  action,
  about: { organizationId: id },
  target: { type: 'organization', id, name },
  ...more,
});

export function closeOrganization<O extends Organization>(
  organization: O,
  now: Date,
): { organization: O & { readonly deletesAt: Date }; events: DomainEvent[] } {
  refuseClosed(organization);
  const deletesAt = new Date(now.getTime() + closedMs);
  return {
    organization: { ...organization, deletesAt },
    events: [
      eventOf('organization.closed', organization, { metadata: { deletesAt: deletesAt.toISOString() } }),
    ],
  };
}

/** Refused from `deletesAt` on, also before the organization is deleted. */
export function restoreOrganization<O extends Organization>(
  organization: O,
  now: Date,
): { organization: O; events: DomainEvent[] } {
  const { deletesAt } = organization;
  if (deletesAt === null) throw conflict('The organization is not closed.');
  if (deletesAt <= now) throw conflict('It is too late to restore the organization: it is being deleted.');
  return {
    organization: { ...organization, deletesAt: null },
    events: [eventOf('organization.restored', organization)],
  };
}

/**
 * When a closed organization is deleted whose suspension ends `now`: later by as long as it was closed and suspended, so that its admins
 * have the rest of the time to restore it, which a suspension refuses.
 */
export function deletionAfterSuspension(deletesAt: Date, suspendedAt: Date, now: Date): Date {
  const closedAt = deletesAt.getTime() - closedMs;
  const waited = now.getTime() - Math.max(suspendedAt.getTime(), closedAt);
  return new Date(deletesAt.getTime() + Math.max(waited, 0));
}

export const organizationDeleted = (organization: Pick<Organization, 'id' | 'name'>): DomainEvent =>
  eventOf('organization.deleted', organization);
