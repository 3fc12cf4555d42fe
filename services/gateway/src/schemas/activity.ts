import { z } from 'zod';
import { AuditLog } from './audit-log.ts';
import { integrationExample } from './integration.ts';
import { id, idInRequest, programText, queryInteger, timestamp } from './text.ts';

const { action, actor, target } = AuditLog.shape;

export const Activity = z
  .object({
    id: id.meta({ description: 'The id of its entry in the audit trail.' }),
    action,
    occurredAt: timestamp.meta({ description: 'When it was done.' }),
    actor: actor.pick({ type: true, name: true }).meta({
      id: 'ActivityActor',
      description: 'Who did it. For an API key, the name is that of its creator; null where it is not known.',
    }),
    target,
    metadata: z.record(z.string(), z.unknown()).meta({
      description:
        'More about the action; the names depend on it. What names people or other workspaces is left out: the audit trail has it.',
    }),
  })
  .meta({
    id: 'Activity',
    description: 'Something that happened in a workspace, as everybody who sees the workspace may read it.',
  });

export const ActivityPage = z
  .object({
    activity: z.array(Activity).meta({ description: 'Newest first.' }),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  })
  .meta({ id: 'ActivityPage', description: 'A page of what happened in a workspace.' });

export const activityQuery = z.strictObject({
  integrationId: idInRequest
    .exactOptional()
    .meta({ description: 'Only what happened to this integration and its grants.' }),
  cursor: programText(512).exactOptional().meta({ description: '`nextCursor` of the previous page.' }),
  limit: queryInteger(1, 200).prefault(50).meta({ description: 'How many entries a page has at most.' }),
});

export const activityExample: z.input<typeof Activity> = {
  id: '0199c1f6-2c3e-7d41-9a5b-6f0e8d7c1b22',
  action: 'integration.connected',
  occurredAt: '2026-11-15T09:31:00.000Z',
  actor: { type: 'client', name: null },
  target: { type: 'integration', id: integrationExample.id, name: integrationExample.name },
  metadata: {
    connectedAccount: integrationExample.connectedAccount,
    provider: integrationExample.provider,
    status: 'active',
  },
};
