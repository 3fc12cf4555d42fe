import type { Principal } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import type { ConnectorOf } from '../connector/connectors.ts';
import type { RelayedIntegration } from '../store/relayed-integration.ts';
import type { RunningGrants } from './running-grants.ts';

/** A request as its caller sent it. */
export interface RelayRequest {
  readonly api: string;
  readonly method: string;
  /** Below the api, neither decoded nor encoded. */
  readonly path: string;
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Who asks, and where. */
export interface RelayCaller {
  readonly caller: Principal;
  readonly role: Role;
  readonly organizationId: string;
}

/** Keeps tokens alive; the main program of the service does. */
export interface TokenKeeper {
  /**
   * Resolves when later credentials than these are stored; fails where the provider does not renew them. After a refusal it resolves with
   * the same ones where they were found to work a moment ago.
   */
  renew(
    integrationId: string,
    version: number,
    why: 'expired' | 'refused',
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Has these credentials verified, because the provider refused their access token: the integration is in error if it fails. Otherwise
   * they count as working for a minute.
   */
  refused(integrationId: string, version: number, signal: AbortSignal): Promise<void>;
}

/** A change before it is sent. */
export interface NotedChange {
  readonly api: string;
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
  readonly grantId: string | null;
}

/** What the relay of one request asks and tells. */
export interface RelayParts {
  readonly connectorOf: ConnectorOf;
  readonly outgoing: Pick<Outgoing, 'open'>;
  readonly tokens: TokenKeeper;
  /** Tells when a grant ends, until it is let go. */
  readonly hold: RunningGrants['hold'];
  /** Learns the account that the request names, also where it is refused because of it. */
  readonly named: (account: string) => void;
  /** Reads the integration as it is now. */
  readonly find: () => Promise<RelayedIntegration | undefined>;
  /** Notes a change durably; resolves with what tells the note its status, null where none was learned. That never rejects. */
  readonly note: (
    integration: RelayedIntegration,
    change: NotedChange,
  ) => Promise<(status: number | null) => Promise<void>>;
}
