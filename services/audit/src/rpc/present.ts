import { fromJson, type JsonObject, type JsonValue, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, ValueSchema } from '@bufbuild/protobuf/wkt';
import type { AuditLogSchema } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { ChainedEntry } from '../domain/entry.ts';

/** Removes null properties: null in an entry is an unset field of the message. */
type WithoutNulls<T> = { [Name in keyof T]?: NonNullable<T[Name]> };
const withoutNulls = <T extends object>(values: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as WithoutNulls<T>;

const timestamp = (iso: string) => timestampFromDate(new Date(iso));

export function presentEntry({ entry, hash }: ChainedEntry): MessageInitShape<typeof AuditLogSchema> {
  const { id, action, actor, target, workspace, sequence, previousHash } = entry;
  const { ipAddress, userAgent, requestId, traceId } = entry;
  return {
    id,
    action,
    occurredAt: timestamp(entry.occurredAt),
    recordedAt: timestamp(entry.recordedAt),
    actor: withoutNulls(actor),
    ...withoutNulls({ workspace, ipAddress, userAgent, requestId, traceId }),
    target,
    changes: entry.changes.map(({ field, before, after }) => ({
      field,
      before: fromJson(ValueSchema, before as JsonValue),
      after: fromJson(ValueSchema, after as JsonValue),
    })),
    metadata: entry.metadata as JsonObject,
    sequence: BigInt(sequence),
    hash,
    previousHash,
  };
}
