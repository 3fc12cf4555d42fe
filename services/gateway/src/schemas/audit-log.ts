import { type Action, actions, targetTypes } from '@patchbay/trail/action';
import { z } from 'zod';
import { id, timestamp } from './text.ts';

export const auditAction = z.enum(Object.keys(actions) as Action[]);
export const auditTargetType = z.enum(targetTypes);

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const AuditLog = z
  .object({
    id,
    action: auditAction,
    occurredAt: timestamp,
    recordedAt: timestamp,
    actor: z.object({
      type: z.enum(['user', 'api_key', 'client', 'system']),
      id: z.string().nullable(),
      email: z.string().nullable(),
      name: z.string().nullable(),
      apiKeyPrefix: z.string().nullable(),
    }),
    workspace: z.object({ slug: z.string(), name: z.string() }).nullable(),
    target: z.object({ type: auditTargetType, id: z.string(), name: z.string() }),
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    metadata: z.record(z.string(), z.unknown()),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
    traceId: z.string().nullable(),
    sequence: z.int().min(1).meta({ description: 'Counts the entries of the organization, without gaps.' }),
    hash: hash.meta({ description: 'SHA-256 of the entry without this field, in RFC 8785 form.' }),
    previousHash: hash.meta({ description: 'The hash of the entry before; 64 zeros for the first.' }),
  })
  .meta({ id: 'AuditLog', description: 'One action, as the trail of its organization keeps it.' });

export const AuditVerification = z
  .object({
    intact: z.boolean(),
    checked: z.int().min(0).meta({ description: 'How many entries were checked.' }),
    firstBrokenSequence: z.int().nullable(),
    nextSequence: z.int().nullable().meta({
      description:
        'The next `afterSequence`. Null at the end of the chain, where its head was compared too, and where it is broken.',
    }),
  })
  .meta({ id: 'AuditVerification', description: 'Whether a part of the chain of entries is whole.' });

export const auditLogExample: z.input<typeof AuditLog> = {
  id: '0199c1f4-11d0-7e0b-8c39-90fbc7d3a410',
  action: 'user.updated',
  occurredAt: '2026-11-15T09:31:00.000Z',
  recordedAt: '2026-11-15T09:31:00.214Z',
  actor: {
    type: 'user',
    id: '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01',
    email: 'ada@acme.example',
    name: 'Ada Lovelace',
    apiKeyPrefix: null,
  },
  workspace: null,
  target: { type: 'user', id: '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01', name: 'Ada Lovelace' },
  changes: [{ field: 'name', before: 'Ada', after: 'Ada Lovelace' }],
  metadata: {},
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  requestId: '0199c1f4-11c2-7b8e-a7a3-0b1f2c3d4e5f',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  sequence: 2,
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  previousHash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
};
