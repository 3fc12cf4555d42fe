import { type JsonValue, toJson } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import type { CallOptions } from '@connectrpc/connect';
import type { KeyLevel, Person } from '@patchbay/access/caller';
import type { WorkspaceRole } from '@patchbay/access/role';
import type { Event } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Integration } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callAs } from '@patchbay/rpc/client';
import { type IdempotencyKey, type KeyOutcome, sendIdempotencyKey } from '@patchbay/rpc/idempotency-key';
import { anonymousContext, userContext } from '@patchbay/testing/callers';
import { v7 } from 'uuid';
import { portalUrl, type TestIntegration } from './test-bed.fixture.ts';

/** An event of the outbox, converted from protobuf to plain values. */
export interface TrailEntry {
  readonly action: string;
  readonly actor: string | undefined;
  readonly workspace: string | undefined;
  readonly target: { type: string; id: string; name: string };
  /** Before and after, by field. */
  readonly changes: Record<string, [JsonValue, JsonValue]>;
  readonly metadata: unknown;
}

const trailEntryOf = ({ action, actor, workspace, target, changes, metadata }: Event): TrailEntry => ({
  action,
  actor: actor?.type,
  workspace: workspace?.name,
  target: { type: target?.type ?? '', id: target?.id ?? '', name: target?.name ?? '' },
  changes: Object.fromEntries(
    changes.map(({ field, before, after }) => [
      field,
      [before ? toJson(ValueSchema, before) : null, after ? toJson(ValueSchema, after) : null],
    ]),
  ),
  metadata,
});

/** A workspace of a new organization, or another one of the same, as the gateway's tokens describe it. */
export interface Tenant {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly person: Person;
  /** Calls with a session and this role in the workspace. Default: member. */
  readonly as: (role?: WorkspaceRole) => CallOptions;
  /** Calls with an API key of this level and this role in the workspace. Default: a key of the workspace, member. */
  readonly byKey: (options?: {
    readonly level?: KeyLevel;
    readonly role?: WorkspaceRole;
    /** Default: a new one. */
    readonly lineId?: string;
  }) => CallOptions;
  /** The same workspace under other names, for callers whose token was made after a rename. */
  readonly renamed: (names: { readonly organization?: string; readonly workspace?: string }) => Tenant;
  /** Another workspace of the same organization. */
  readonly sibling: () => Tenant;
  /** The events of the organization since the previous call. */
  readonly trail: () => Promise<TrailEntry[]>;
  /** Creates an integration of criteo under an Idempotency-Key. */
  readonly createOnce: (
    key: IdempotencyKey,
    onOutcome?: (outcome: KeyOutcome) => void,
    role?: WorkspaceRole,
  ) => Promise<Integration>;
  /** Creates an integration as a member. Default: of criteo. */
  readonly create: (request?: {
    readonly provider?: string;
    readonly name?: string;
    readonly settings?: Record<string, string | number | boolean>;
    readonly returnUrl?: string;
    readonly connectLinkExpiresInDays?: number;
    readonly access?: 'read' | 'manage';
  }) => Promise<Integration>;
}

/** The integration of an answer. */
export function answered({ integration }: { readonly integration?: Integration | undefined }): Integration {
  if (integration === undefined) throw new Error('no integration in the answer');
  return integration;
}

interface Names {
  readonly organization: string;
  readonly workspace: string;
}

export function createTenant(
  service: TestIntegration,
  organizationId: string = v7(),
  names: Names = { organization: 'Acme', workspace: 'Spring' },
  workspaceId: string = v7(),
): Tenant {
  const person: Person = { userId: v7(), email: `${v7()}@acme.example`, name: 'Ada Lovelace' };
  const accessWith = (role: WorkspaceRole) => ({
    organization: {
      id: organizationId,
      slug: `org-${organizationId}`,
      name: names.organization,
      role,
      domain: 'acme.example',
    },
    workspace: { id: workspaceId, slug: `workspace-${workspaceId}`, name: names.workspace, role },
  });
  let readCount = 0;
  const as = (role: WorkspaceRole = 'member') => callAs(userContext({ ...person, access: accessWith(role) }));
  return {
    organizationId,
    workspaceId,
    person,
    as,
    byKey: ({ level = 'workspace', role = 'member', lineId = v7() } = {}) =>
      callAs({
        ...anonymousContext(),
        caller: {
          type: 'api_key',
          keyId: v7(),
          lineId,
          prefix: 'pby_0123456789a',
          level,
          role: level === 'user' ? null : role,
          organizationId,
          workspaceId: level === 'workspace' ? workspaceId : null,
          creator: person,
        },
        access: accessWith(role),
      }),
    renamed: (changed) => createTenant(service, organizationId, { ...names, ...changed }, workspaceId),
    sibling: () => createTenant(service, organizationId, names),
    async trail() {
      const events = await service.eventsOf(organizationId);
      const unread = events.slice(readCount);
      readCount = events.length;
      return unread.map(trailEntryOf);
    },
    async createOnce(key, onOutcome = () => {}, role = 'member') {
      const options = { ...as(role), ...sendIdempotencyKey(key, onOutcome) };
      const request = { provider: 'criteo', name: 'Shop' };
      return answered(await service.integrations.createIntegration(request, options));
    },
    async create({ provider = 'criteo', name = 'Shop', ...request } = {}) {
      return answered(await service.integrations.createIntegration({ provider, name, ...request }, as()));
    },
  };
}

/** The call options of a request without a credential: the holder of a connect link. */
export const asClient = (): CallOptions => callAs(anonymousContext());

/** The token of an integration's connect link. */
export function tokenOf({ connectLink }: Integration): string {
  const prefix = `${portalUrl}/connect/`;
  if (!connectLink?.connectUrl.startsWith(prefix)) throw new Error('the integration has no connect link');
  return connectLink.connectUrl.slice(prefix.length);
}

/** Counts the calls by outcome: `ok`, or the code of the error. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (const settled of await Promise.allSettled(calls)) {
    const outcome =
      settled.status === 'fulfilled' ? 'ok' : String((settled.reason as { code?: unknown }).code);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}
