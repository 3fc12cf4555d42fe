import type { Entry } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { z } from 'zod';
import type { AuditLog } from '../schemas/audit-log.ts';

type Shown = z.input<typeof AuditLog>;

const actorFields = ['type', 'id', 'email', 'name', 'apiKeyPrefix'];
const workspaceFields = ['slug', 'name'];
const targetFields = ['type', 'id', 'name'];
const changeFields = ['field', 'before', 'after'];

/** The object with these fields first; anything else as it is. */
function inOrder<T>(value: T, fields: readonly string[]): T {
  if (value === null || typeof value !== 'object') return value;
  const ordered: Record<string, unknown> = {};
  for (const field of fields) {
    if (field in value) ordered[field] = value[field as keyof T & object];
  }
  return { ...ordered, ...value };
}

/**
 * An AuditLog with its fields in the order of the contract: in the text they are in the order of their names. An entry that was
 * altered in the database may have any fields. It is shown as it is stored, and the others of its page with it: verifying the
 * trail tells that it was altered.
 */
export function presentAuditLog({ text, hash }: Entry): Shown {
  const entry = JSON.parse(text) as Shown;
  const { id, action, occurredAt, recordedAt, actor, workspace, target, changes, metadata, ...more } = entry;
  const { ipAddress, userAgent, requestId, traceId, sequence, hash: _, previousHash, ...others } = more;
  return {
    id,
    action,
    occurredAt,
    recordedAt,
    actor: inOrder(actor, actorFields),
    workspace: inOrder(workspace, workspaceFields),
    target: inOrder(target, targetFields),
    changes: Array.isArray(changes) ? changes.map((change) => inOrder(change, changeFields)) : changes,
    metadata,
    ipAddress,
    userAgent,
    requestId,
    traceId,
    sequence,
    hash,
    previousHash,
    ...others,
  };
}
