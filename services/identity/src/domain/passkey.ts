import { conflict, forbidden } from '@patchbay/errors/failure';
import { most } from '@patchbay/platform/maximums';
import { resourceName } from '@patchbay/text/rules';
import { readText } from '@patchbay/text/text-rule';
import type { DomainEvent, Operator } from '@patchbay/trail/domain-event';

export interface Passkey {
  readonly id: string;
  readonly userId: string;
  /** By which its authenticator names it. */
  readonly credentialId: Uint8Array<ArrayBuffer>;
  /** In the form of COSE. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** How often its authenticator says that it has signed; 0 where it does not count. */
  readonly counter: number;
  readonly name: string;
  readonly transports: readonly string[];
  /** Whether its authenticator keeps a copy elsewhere, by its last use. */
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export const nameOf = (text: string): string => readText(resourceName, 'name', text);

const passkeyEvent = (
  action: Extract<DomainEvent['action'], `passkey.${string}`>,
  { id, userId, name }: Passkey,
): DomainEvent => ({ action, about: { userId }, target: { type: 'passkey', id, name } });

export const passkeyCreated = (passkey: Passkey): DomainEvent => ({
  ...passkeyEvent('passkey.created', passkey),
  metadata: { backedUp: passkey.backedUp },
});

/** `operator` is whoever runs the installation and has deleted it, by a command; unset: its person did. */
export const passkeyDeleted = (passkey: Passkey, operator?: Operator): DomainEvent => ({
  ...passkeyEvent('passkey.deleted', passkey),
  ...(operator && { metadata: { operator } }),
});

export const passkeySuspended = (passkey: Passkey, received: number): DomainEvent => ({
  ...passkeyEvent('passkey.suspended', passkey),
  metadata: { counter: passkey.counter, received },
});

/**
 * Whether two authenticators sign with the same key: one of them has not counted what the other signed. Authenticators that keep copies
 * elsewhere do not count, and send 0.
 */
export const goesBack = ({ counter }: Pick<Passkey, 'counter'>, received: number): boolean =>
  counter !== 0 && received <= counter;

export function refuseWhenFull(count: number): void {
  if (count >= most.passkeysOfPerson)
    throw conflict(
      `You have ${most.passkeysOfPerson} passkeys, the maximum. Delete one to register another.`,
    );
}

/**
 * Refuses to register a further passkey from a session that no passkey has opened or confirmed: whoever reads the mails of the person, or
 * has an account at a sign-in provider, opens fresh sessions too, and would keep the account with a passkey of their own.
 */
export function refuseUnproven(registered: number, provenByPasskey: boolean): void {
  if (registered > 0 && !provenByPasskey)
    throw forbidden(
      'confirmation_required: Confirm this session with one of your passkeys first. If you have lost them all, ask whoever runs this installation of Patchbay.',
      'session_not_proven_by_passkey',
    );
}

/** An organization that requires passkeys, in which the person is an admin. */
export interface PasskeyAdmins {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly otherAdminUserIds: readonly string[];
}

/** Refuses to delete the last passkey of a person if no other admin of an organization is among `holders`, who have one. */
export function refuseLastOfAdmins(
  organizations: readonly PasskeyAdmins[],
  holders: ReadonlySet<string>,
): void {
  const left = organizations.find(
    ({ otherAdminUserIds }) => !otherAdminUserIds.some((id) => holders.has(id)),
  );
  if (left !== undefined)
    throw conflict(
      `${left.organizationName} requires passkeys, and this is the last passkey of its admins. Register another one first.`,
    );
}
