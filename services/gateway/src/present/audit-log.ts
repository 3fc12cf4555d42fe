import type { Entry as EntryMessage } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { z } from 'zod';
import type { AuditLog } from '../schemas/audit-log.ts';

type Shown = z.input<typeof AuditLog>;

/** An AuditLog with its fields in the order of the contract: in the text they are in the order of their names. */
export function presentAuditLog({ text, hash }: EntryMessage): Shown {
  const entry = JSON.parse(text) as Omit<Shown, 'hash'>;
  const { actor, workspace, target } = entry;
  return {
    id: entry.id,
    action: entry.action,
    occurredAt: entry.occurredAt,
    recordedAt: entry.recordedAt,
    actor: {
      type: actor.type,
      id: actor.id,
      email: actor.email,
      name: actor.name,
      apiKeyPrefix: actor.apiKeyPrefix,
    },
    workspace: workspace && { slug: workspace.slug, name: workspace.name },
    target: { type: target.type, id: target.id, name: target.name },
    changes: entry.changes.map(({ field, before, after }) => ({ field, before, after })),
    metadata: entry.metadata,
    ipAddress: entry.ipAddress,
    userAgent: entry.userAgent,
    requestId: entry.requestId,
    traceId: entry.traceId,
    sequence: entry.sequence,
    hash,
    previousHash: entry.previousHash,
  };
}
