import type { CallOptions } from '@connectrpc/connect';
import type { KeyLevel, Person } from '@patchbay/access/caller';
import { apiKeyCallerFromProto, keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import type { WorkspaceRole } from '@patchbay/access/role';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { AuthenticateApiKeyResponse } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { callAs } from '@patchbay/rpc/client';
import { callAsUnreadKey } from '@patchbay/rpc/unread-key';
import { anonymousContext } from '@patchbay/testing/callers';
import { digestOf } from '@patchbay/tokens/token';
import type { Tenant, Workspace } from './tenant.fixture.ts';
import { asPerson, type TestOrganization } from './test-bed.fixture.ts';

/** A key that was created, with its secret. */
export interface MintedKey {
  readonly id: string;
  readonly secret: string;
  readonly prefix: string;
}

export interface KeyRequest {
  readonly level: KeyLevel;
  readonly role?: WorkspaceRole;
  readonly workspace?: Workspace;
  /** The creator. Default: the tenant's admin. */
  readonly by?: Person;
  readonly name?: string;
  readonly expiresInDays?: number;
}

/** Helpers for tests with keys. `running` is called at each use: the service starts after the helpers are made. */
export const keyActions = (running: () => TestOrganization) => ({
  mint: async ({ slug, admin }: Tenant, asked: KeyRequest): Promise<MintedKey> => {
    const { level, role, workspace, by = admin, name = 'Reports', expiresInDays } = asked;
    const { apiKey, key } = await running().apiKeys.createApiKey(
      {
        organizationSlug: slug,
        name,
        level: keyLevelToProto(level),
        role: role ? roleToProto(role) : Role.UNSPECIFIED,
        workspaceSlug: workspace?.workspaceSlug ?? '',
        ...(expiresInDays !== undefined && { expiresInDays }),
      },
      asPerson(by),
    );
    if (apiKey === undefined) throw new Error('created without a key');
    return { id: apiKey.id, secret: key, prefix: apiKey.prefix };
  },
  authenticate: (secret: string, path: { organizationSlug?: string; workspaceSlug?: string } = {}) =>
    running().apiKeys.authenticateApiKey({ key: secret, ...path }),
  /** The call options that the gateway uses for a request with this key. */
  asKey: async ({ secret }: MintedKey): Promise<CallOptions> => {
    const authenticated = await running().apiKeys.authenticateApiKey({ key: secret });
    return callAs({ ...anonymousContext(), caller: apiKeyCallerFromProto(authenticated) });
  },
  /** The call options that the gateway uses for a read that organization owns. `told` gets who the key is. */
  asUnreadKey: ({ secret }: MintedKey, told: AuthenticateApiKeyResponse[] = []): CallOptions => {
    const digest = Buffer.from(digestOf(secret)).toString('base64url');
    const context = { ...anonymousContext(), caller: { type: 'unread_key', digest } } as const;
    return callAsUnreadKey(context, (authentication) => told.push(authentication));
  },
  statusOf: async ({ id }: MintedKey): Promise<string | undefined> => {
    const text = 'select status from api_keys where id = $1';
    return (await running().db.pool.query<{ status: string }>(text, [id])).rows[0]?.status;
  },
  /** Sets the expiry of the key to now. */
  expire: ({ id }: MintedKey) =>
    running().db.pool.query('update api_keys set expires_at = $2 where id = $1', [id, running().clock.now()]),
});
