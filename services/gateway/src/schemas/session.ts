import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import { id, idInRequest, timestamp } from './text.ts';
import { User, userExample } from './user.ts';

export const sessionParams = z.strictObject({
  id: idInRequest.meta({ description: '`id` of the session.' }),
});

export const Session = z
  .object({
    id,
    createdAt: timestamp,
    expiresAt: timestamp.meta({
      description: 'Moves on with use, to 30 days after the sign-in at the most.',
    }),
    lastSeenAt: timestamp.meta({ description: 'When it was last used.' }),
    ipAddress: z.string().nullable().meta({ description: 'Where it was opened from; null where not known.' }),
    userAgent: z.string().nullable().meta({ description: 'What it was opened with; null where not known.' }),
    current: z.boolean().meta({ description: 'Whether this request came with it.' }),
  })
  .meta({ id: 'Session', description: 'A sign-in of a person that has not ended.' });

export const SessionList = z
  .object({ sessions: z.array(Session).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'SessionList', description: 'Everywhere that a person is signed in.' });

export const CurrentSession = z
  .object({ session: Session, user: User })
  .meta({ id: 'CurrentSession', description: 'The session of a request, and whose it is.' });

export const sessionExample: z.input<typeof Session> = {
  id: '0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603',
  createdAt: exampleWorld.createdAt,
  expiresAt: '2026-11-22T09:30:00.000Z',
  lastSeenAt: exampleWorld.createdAt,
  ...exampleWorld.browser,
  current: true,
};

export const sessionParamsExample = { id: sessionExample.id };
export const currentSessionExample: z.input<typeof CurrentSession> = {
  session: sessionExample,
  user: userExample,
};
