import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { createRouterTransport, type Transport } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { OutgoingMessage } from '@patchbay/events/transport';
import type { Clock } from '@patchbay/runtime/clock';
import { v7 } from 'uuid';

export interface TestEntry {
  readonly id: string;
  readonly organizationId: string;
  readonly action: string;
  readonly sequence: number;
  readonly auditLog: string;
  readonly occurredAt: Date;
}

interface NewEntry {
  readonly action?: string;
  /** Without an id: as entries were recorded before they had it. */
  readonly workspace?: { readonly id?: string; readonly slug: string; readonly name: string };
  readonly target?: { readonly id: string; readonly name: string; readonly type: string };
}

/** Audit, as webhook sees it: the trails of organizations in memory. */
export interface TestTrails {
  /** Records an entry, which is not published. */
  record(organizationId: string, entry?: NewEntry): TestEntry;
  /** Removes entries up to a sequence, as retention does. */
  removeUpTo(organizationId: string, sequence: number): void;
  readonly transport: Transport;
  /** The calls of `readEntries`. */
  readonly reads: { readonly organizationId: string; readonly afterSequence: bigint }[];
  /** Set: calls for this organization fail. */
  failFor: string | undefined;
}

export function createTrails(clock: Clock): TestTrails {
  const trails = new Map<string, TestEntry[]>();
  const reads: TestTrails['reads'] = [];
  const sequences = new Map<string, number>();
  const state: TestTrails = {
    reads,
    failFor: undefined,
    record(organizationId, { action = 'workspace.created', workspace, target } = {}) {
      const sequence = (sequences.get(organizationId) ?? 0) + 1;
      sequences.set(organizationId, sequence);
      const [id, now] = [v7(), clock.now()];
      const auditLog = JSON.stringify({
        action,
        id,
        occurredAt: now,
        recordedAt: now,
        sequence,
        target: target ?? { id: v7(), name: 'Größe “1”', type: 'workspace' },
        workspace: workspace ? { name: workspace.name, slug: workspace.slug } : null,
        metadata: workspace?.id === undefined ? {} : { workspaceId: workspace.id },
        hash: '0'.repeat(64),
      });
      const entry = { id, organizationId, action, sequence, auditLog, occurredAt: now };
      trails.set(organizationId, [...(trails.get(organizationId) ?? []), entry]);
      return entry;
    },
    removeUpTo(organizationId, sequence) {
      trails.set(
        organizationId,
        (trails.get(organizationId) ?? []).filter((entry) => entry.sequence > sequence),
      );
    },
    transport: createRouterTransport(({ service }) =>
      service(AuditService, {
        readEntries({ organizationId, afterSequence, limit }) {
          reads.push({ organizationId, afterSequence });
          if (state.failFor === organizationId) throw new Error('away');
          const after = (trails.get(organizationId) ?? []).filter(
            ({ sequence }) => BigInt(sequence) > afterSequence,
          );
          const page = after.slice(0, limit);
          return {
            lines: Buffer.from(page.map(({ auditLog }) => `${auditLog}\n`).join('')),
            hasMore: after.length > page.length,
          };
        },
      }),
    ),
  };
  return state;
}

/** The message that audit publishes about an entry. */
export const publishedMessage = ({
  id,
  organizationId,
  action,
  sequence,
  auditLog,
  occurredAt,
}: TestEntry): OutgoingMessage => ({
  key: organizationId,
  value: toBinary(
    EventSchema,
    create(EventSchema, {
      id,
      action,
      occurredAt: timestampFromDate(occurredAt),
      organizationId,
      snapshot: { case: 'entry', value: { sequence: BigInt(sequence), auditLog: Buffer.from(auditLog) } },
    }),
  ),
  headers: { 'event-id': id },
});
