import { fromJson, type JsonObject, type JsonValue, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, ValueSchema } from '@bufbuild/protobuf/wkt';
import type { AuditLogSchema } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { ChainedEntry } from '../domain/entry.ts';

/** What is null in an entry is not set in its message. */
type Known<T> = { [Name in keyof T]?: NonNullable<T[Name]> };
const known = <T extends object>(values: T): Known<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Known<T>;

const timestamp = (iso: string) => timestampFromDate(new Date(iso));

export function presentEntry({ entry, hash }: ChainedEntry): MessageInitShape<typeof AuditLogSchema> {
  const { id, action, actor, target, workspace, sequence, previousHash } = entry;
  const { ipAddress, userAgent, requestId, traceId } = entry;
  return {
    id,
    action,
    occurredAt: timestamp(entry.occurredAt),
    recordedAt: timestamp(entry.recordedAt),
    actor: known(actor),
    ...known({ workspace, ipAddress, userAgent, requestId, traceId }),
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
