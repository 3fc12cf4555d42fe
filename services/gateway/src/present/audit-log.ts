import { type JsonValue, toJson } from '@bufbuild/protobuf';
import { type Value, ValueSchema } from '@bufbuild/protobuf/wkt';
import type { AuditLog as AuditLogMessage } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { AuditLog } from '../schemas/audit-log.ts';
import { isoTime } from './time.ts';

type Entry = z.input<typeof AuditLog>;

const json = (value: Value | undefined): JsonValue =>
  value === undefined ? null : toJson(ValueSchema, value);

export function presentAuditLog(log: AuditLogMessage): Entry {
  const { actor, target, workspace } = log;
  if (actor === undefined || target === undefined) throw internal('audit left out an actor or a target');
  return {
    id: log.id,
    action: log.action as Entry['action'],
    occurredAt: isoTime(log.occurredAt),
    recordedAt: isoTime(log.recordedAt),
    actor: {
      type: actor.type as Entry['actor']['type'],
      id: actor.id ?? null,
      email: actor.email ?? null,
      name: actor.name ?? null,
      apiKeyPrefix: actor.apiKeyPrefix ?? null,
    },
    workspace: workspace ? { slug: workspace.slug, name: workspace.name } : null,
    target: { type: target.type as Entry['target']['type'], id: target.id, name: target.name },
    changes: log.changes.map(({ field, before, after }) => ({
      field,
      before: json(before),
      after: json(after),
    })),
    metadata: log.metadata ?? {},
    ipAddress: log.ipAddress ?? null,
    userAgent: log.userAgent ?? null,
    requestId: log.requestId ?? null,
    traceId: log.traceId ?? null,
    // Exact up to 2^53, more entries than one organization can have.
    sequence: Number(log.sequence),
    hash: log.hash,
    previousHash: log.previousHash,
  };
}
