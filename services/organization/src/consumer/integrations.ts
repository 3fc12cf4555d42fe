import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Event } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Transact } from '@patchbay/database/transaction';
import type { ReceivedEvent } from '@patchbay/events/consumer';
import { type Poison, PoisonMessage } from '@patchbay/events/transport';
import { validate as isUuid } from 'uuid';
import { type NoticeKind, pace } from '../domain/notice.ts';
import { type NoticeChange, planMails, saveIntegrationNames, saveNotices } from '../store/notices.ts';
import { lockKnownOrganization, turnOfOrganization } from '../store/organization-lock.ts';
import type { Tx } from '../store/transaction.ts';
import { type Creation, watchByCreation } from '../store/watches.ts';

/** What changes in one organization. */
interface Changes {
  readonly creations: Creation[];
  /** By integration and kind: the newest. */
  readonly notices: Map<string, NoticeChange>;
  /** By id of the integration. */
  readonly names: Map<string, string>;
}

/** The status before or after the event; undefined: it has not changed. */
function statusIn({ changes }: Event, when: 'before' | 'after'): string | undefined {
  const kind = changes.find(({ field }) => field === 'status')?.[when]?.kind;
  return kind?.case === 'stringValue' ? kind.value : undefined;
}

/** An integration is pending until it is connected for the first time. */
const workedBefore = (event: Event): boolean => statusIn(event, 'before') !== 'pending';

/** Which notices hold after the event. Those that are left out stay as they are. */
function noticesAfter(event: Event): Partial<Record<NoticeKind, boolean>> {
  switch (event.action) {
    case 'integration.authorization_ending':
      return { ending: true };
    case 'integration.connected':
    case 'integration.disabled':
    case 'integration.deleted':
      return { broken: false, ending: false };
    case 'integration.status_changed':
    case 'integration.enabled':
    case 'integration.connect_failed': {
      const status = statusIn(event, 'after');
      if (status === undefined) return {};
      return status === 'error' ? { broken: true, ending: false } : { broken: false };
    }
    default:
      return {};
  }
}

const handled: ReadonlySet<string> = new Set([
  'integration.created',
  'integration.updated',
  'integration.authorization_ending',
  'integration.connected',
  'integration.disabled',
  'integration.deleted',
  'integration.status_changed',
  'integration.enabled',
  'integration.connect_failed',
]);

function endOf({ metadata }: Event): Date | undefined {
  const endsAt = metadata?.['endsAt'];
  const date = new Date(typeof endsAt === 'string' ? endsAt : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Adds what the event changes. Returns why it is poison, if it is. */
function collect(event: Event, { creations, notices, names }: Changes): string | undefined {
  const { id: eventId, action, actor } = event;
  const occurredAt = event.occurredAt && timestampDate(event.occurredAt);
  const { id: integrationId = '', name = '' } = event.target ?? {};
  const { id: workspaceId = '' } = event.workspace ?? {};
  if (occurredAt === undefined || ![eventId, integrationId, workspaceId].every((id) => isUuid(id)))
    return 'an event about an integration without an id, a time or a workspace';
  const userId = actor?.type === 'user' ? (actor.id ?? '') : '';
  if (action === 'integration.created' && isUuid(userId)) creations.push({ userId, workspaceId, occurredAt });
  if (action === 'integration.updated') names.set(integrationId, name);
  const after = noticesAfter(event);
  const endsAt = after.ending ? endOf(event) : null;
  if (endsAt === undefined) return 'an authorization that ends at no time';
  for (const kind of ['broken', 'ending'] as const) {
    const holds = after[kind];
    if (holds === undefined) continue;
    const change = {
      kind,
      integrationId,
      workspaceId,
      name,
      endsAt: kind === 'ending' ? endsAt : null,
      worked: workedBefore(event),
      holds,
      eventId,
      occurredAt,
    };
    notices.set(`${integrationId} ${kind}`, change);
  }
  return undefined;
}

function changesIn(events: readonly ReceivedEvent[]): Map<string, Changes> {
  const byOrganization = new Map<string, Changes>();
  const poisons: Poison[] = [];
  for (const { event, message } of events) {
    const { action, organizationId } = event;
    if (!handled.has(action)) continue;
    const changes = byOrganization.get(organizationId) ?? {
      creations: [],
      notices: new Map(),
      names: new Map(),
    };
    byOrganization.set(organizationId, changes);
    const reason = isUuid(organizationId)
      ? collect(event, changes)
      : 'an event about an integration of no organization';
    if (reason !== undefined) poisons.push({ message, reason });
  }
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
  return byOrganization;
}

/**
 * Who creates an integration begins to watch its workspace. Integrations that break and authorizations that end soon become notices, and
 * mails to the watchers are planned. A repeated or late event changes nothing that a newer one has changed.
 */
export async function followIntegrations(
  transact: Transact<Tx>,
  events: readonly ReceivedEvent[],
): Promise<void> {
  for (const [id, { creations, notices, names }] of changesIn(events)) {
    if (creations.length + notices.size + names.size === 0) continue;
    await transact({ name: 'follow integrations', turn: turnOfOrganization({ id }) }, async (tx) => {
      const organization = await lockKnownOrganization(tx, id);
      if (organization === undefined) return;
      await watchByCreation(tx, organization, creations);
      await saveIntegrationNames(tx, organization, names);
      const now = tx.now();
      const workspaceIds = await saveNotices(tx, organization, [...notices.values()], now);
      await planMails(tx, organization, workspaceIds, now, pace);
    });
  }
}
