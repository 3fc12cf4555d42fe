import { most } from '@patchbay/platform/maximums';
import { type Action, actions, targetTypes } from '@patchbay/trail/action';
import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import { emailInAnswer, id, programText, slugAndName, slugInAddress, timestamp } from './text.ts';

const { ada, browser } = exampleWorld;

const auditAction = z
  .enum(Object.keys(actions) as Action[])
  .meta({ id: 'AuditAction', description: 'What was done: the kind of thing, and what happened to it.' });
const auditTargetType = z
  .enum(targetTypes)
  .meta({ id: 'AuditTargetType', description: 'The kind of thing that an action was done to.' });

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const actor = z
  .object({
    type: z.enum(['user', 'api_key', 'client', 'system']).meta({
      description:
        '`user`: a session. `api_key`: a program. `client`: someone with a connect link. `system`: the platform itself.',
    }),
    id: z.string().nullable().meta({ description: 'The id of the user, or of the API key.' }),
    email: emailInAnswer.nullable().meta({ description: 'For an API key, that of its creator.' }),
    name: z.string().nullable().meta({ description: 'For an API key, that of its creator.' }),
    apiKeyPrefix: z.string().nullable().meta({ description: 'The first characters of the API key.' }),
  })
  .meta({ id: 'AuditActor', description: 'Who did it. Null where it is not known or does not apply.' });

const target = z
  .object({ type: auditTargetType, id: z.string(), name: z.string() })
  .meta({ id: 'AuditTarget', description: 'What it was done to, with its name at that moment.' });

const change = z
  .object({
    field: z.string(),
    before: z.unknown().meta({ description: 'Null where there was no value.' }),
    after: z.unknown().meta({ description: 'Null where there is no longer a value.' }),
  })
  .meta({
    id: 'AuditChange',
    description: `One field that was changed. Secrets are never part of it. A value whose JSON has over ${most.charactersOfChange} characters stands as \`{ beginning, length, sha256 }\`, of its JSON in RFC 8785 form: the first ${most.charactersOfChange} characters, the number of all (Unicode code points), and the lower-case hexadecimal SHA-256.`,
  });

export const AuditLog = z
  .object({
    id,
    action: auditAction,
    occurredAt: timestamp.meta({ description: 'When it was done.' }),
    recordedAt: timestamp.meta({ description: 'When the trail recorded it, moments later.' }),
    actor,
    workspace: slugAndName.nullable().meta({ description: 'Null if it is not about one workspace.' }),
    target,
    changes: z.array(change),
    metadata: z.record(z.string(), z.unknown()).meta({
      description:
        'More about the action; the names depend on it. Where it is about a workspace, `workspaceId` is the id of the workspace, whose slug can be given to another one later. A list that is too long for an entry keeps its first items, and `<name>Omitted` is the number of the others.',
    }),
    ipAddress: z.string().nullable().meta({ description: 'The address of the client.' }),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable().meta({ description: 'The `x-request-id` of the request.' }),
    traceId: z.string().nullable().meta({ description: 'The trace id of the request (W3C Trace Context).' }),
    sequence: z.int().min(1).meta({ description: 'Numbers the entries of the organization, without gaps.' }),
    hash: hash.meta({ description: 'SHA-256 of the entry without this field, in RFC 8785 form.' }),
    previousHash: hash.meta({ description: 'The hash of the previous entry; 64 zeros for the first.' }),
  })
  .meta({
    id: 'AuditLog',
    description: `One action, as the audit trail of its organization keeps it, in at most ${most.kilobytesOfEntry} KB.`,
  });

export const AuditLogPage = z
  .object({
    auditLogs: z.array(AuditLog).meta({ description: 'Newest first.' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'The `cursor` of the next page; null on the last one.' }),
  })
  .meta({ id: 'AuditLogPage', description: 'A page of the audit trail.' });

export const AuditVerification = z
  .object({
    intact: z
      .boolean()
      .meta({ description: 'Whether every entry that was checked is unaltered and in place.' }),
    checked: z.int().min(0).meta({ description: 'How many entries were checked.' }),
    firstBrokenSequence: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'The first entry that was altered or removed; null if the trail is intact.' }),
    nextSequence: z.int().min(1).nullable().meta({
      description:
        'The next `afterSequence`. Null at the end of the chain, where its head was compared too, and where it is broken.',
    }),
  })
  .meta({ id: 'AuditVerification', description: 'Whether a part of the audit trail is intact.' });

export const auditLogExample: z.input<typeof AuditLog> = {
  id: '0199c1f4-11d0-7e0b-8c39-90fbc7d3a410',
  action: 'user.updated',
  occurredAt: '2026-11-15T09:31:00.000Z',
  recordedAt: '2026-11-15T09:31:00.214Z',
  actor: {
    type: 'user',
    ...ada,
    apiKeyPrefix: null,
  },
  workspace: null,
  target: { type: 'user', id: ada.id, name: ada.name },
  changes: [{ field: 'name', before: 'Ada', after: ada.name }],
  metadata: {},
  ...browser,
  requestId: exampleWorld.requestId,
  traceId: exampleWorld.traceId,
  sequence: 2,
  hash: 'e94e91533e7e436cd13ddf7b46df8e2d6ae29f0c1bc4d9352c45467c3945f7aa',
  previousHash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
};

const byName = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The same entry with its fields in the order of a line of the export: as it was hashed (RFC 8785), then `hash`. */
export const auditLogLineExample: z.input<typeof AuditLog> = (() => {
  const { hash: own, ...hashed } = auditLogExample;
  return { ...(JSON.parse(JSON.stringify(hashed, byName)) as typeof hashed), hash: own };
})();

const identifier = programText(128);

/** A fraction of a second that has more than milliseconds. */
const finerThanMilliseconds = /\.\d{3}\d*[1-9]/;

/**
 * Entries are dated in milliseconds: a moment between two of them becomes the later one, which is right both for the first that is
 * included and for the first that is not. `Date` would take the earlier one.
 */
export const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(new Date(text).getTime() + (finerThanMilliseconds.test(text) ? 1 : 0)));

/** Filters of audit trail entries; without any, all entries match. */
export const auditFilters = z
  .strictObject({
    action: auditAction.exactOptional().meta({ description: 'Only entries of this action.' }),
    actorId: identifier
      .exactOptional()
      .meta({ description: 'Only entries with this `actor.id`: of a user, or of an API key.' }),
    workspaceSlug: slugInAddress.exactOptional().meta({
      description: 'Only entries of the workspace that has this slug now; none where no workspace has it.',
    }),
    targetType: auditTargetType
      .exactOptional()
      .meta({ description: 'Only entries about this type of target.' }),
    targetId: identifier.exactOptional().meta({ description: 'Only entries with this `target.id`.' }),
    from: moment
      .exactOptional()
      .meta({ description: 'Only entries whose `occurredAt` is this moment or later.' }),
    to: moment
      .exactOptional()
      .meta({ description: 'Only entries whose `occurredAt` is before this moment.' }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    error: 'must not be after to',
  });
