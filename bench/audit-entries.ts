import { hash } from 'node:crypto';

/** What an entry is about. All of it is plain ASCII without quotes and backslashes: JSON, COPY and RFC 8785 leave it as it is. */
export interface Subject {
  readonly action: string;
  /** Undefined: the system. */
  readonly actor: { readonly id: string; readonly name: string } | undefined;
  readonly workspaceSlug: string | undefined;
  readonly targetId: string;
}

/** The head of a chain, which each new entry moves. */
export interface Chain {
  readonly organizationId: string;
  sequence: number;
  hash: string;
  recordedAt: Date;
}

export const emptyChain = (organizationId: string): Chain => ({
  organizationId,
  sequence: 0,
  hash: '0'.repeat(64),
  recordedAt: new Date(0),
});

/** A UUID that begins with a group of eight hexadecimal digits and ends with a number. */
export const numbered = (group: string, number: number): string =>
  `${group}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** `workspace.created` is about a workspace. */
export const targetTypeOf = (action: string): string => action.slice(0, action.indexOf('.'));

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const copyNull = '\\N';

/**
 * Appends an entry of about 750 bytes to a chain and returns it as a line of COPY, with the columns of `copiedColumns`. The entry is
 * in RFC 8785 form because its names are written in their order.
 */
export function appendEntry(
  chain: Chain,
  { action, actor, workspaceSlug, targetId }: Subject,
  recordedAt: Date,
  lateMs: number,
): string {
  const sequence = chain.sequence + 1;
  const recorded = recordedAt.toISOString();
  const occurred = new Date(recordedAt.getTime() - lateMs).toISOString();
  const targetType = targetTypeOf(action);
  const acting =
    actor === undefined
      ? '{"apiKeyPrefix":null,"email":null,"id":null,"name":null,"type":"system"}'
      : `{"apiKeyPrefix":null,"email":"${actor.id}@bench.example","id":"${actor.id}","name":"${actor.name}","type":"user"}`;
  const workspace =
    workspaceSlug === undefined ? 'null' : `{"name":"Workspace ${workspaceSlug}","slug":"${workspaceSlug}"}`;
  const client = actor === undefined ? 'null' : `"${userAgent}"`;
  const text =
    `{"action":"${action}","actor":${acting},"changes":[{"after":"paused","before":"active","field":"status"}],` +
    `"id":"${numbered('01940000', sequence)}","ipAddress":${actor === undefined ? 'null' : '"203.0.113.7"'},` +
    `"metadata":{"provider":"criteo"},"occurredAt":"${occurred}","previousHash":"${chain.hash}","recordedAt":"${recorded}",` +
    `"requestId":"${numbered('01950000', sequence)}","sequence":${sequence},` +
    `"target":{"id":"${targetId}","name":"The name of a ${targetType}","type":"${targetType}"},` +
    `"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","userAgent":${client},"workspace":${workspace}}`;
  chain.sequence = sequence;
  chain.hash = hash('sha256', text);
  chain.recordedAt = recordedAt;
  const eventId = numbered('01930000', sequence);
  return `${chain.organizationId}\t${sequence}\t${eventId}\t${action}\t${occurred}\t${recorded}\t${actor?.id ?? copyNull}\t${workspaceSlug ?? copyNull}\t${targetType}\t${targetId}\t${text}\t${chain.hash}\n`;
}

export const copiedColumns =
  'organization_id, sequence, event_id, action, occurred_at, recorded_at, actor_id, workspace_slug, target_type, target_id, entry, hash';
