import { z } from 'zod';
import { id, timestamp } from './text.ts';

export const Session = z
  .object({
    id,
    createdAt: timestamp,
    expiresAt: timestamp.meta({
      description: 'Moves on with use, to 30 days after the sign-in at the most.',
    }),
    lastSeenAt: timestamp,
    ipAddress: z.string().nullable().meta({ description: 'Where it was opened from; null where not known.' }),
    userAgent: z.string().nullable().meta({ description: 'What it was opened with; null where not known.' }),
    current: z.boolean().meta({ description: 'Whether this request came with it.' }),
  })
  .meta({ id: 'Session', description: 'A sign-in of a person that has not ended.' });

export const sessionExample: z.input<typeof Session> = {
  id: '0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603',
  createdAt: '2026-11-15T09:30:00.000Z',
  expiresAt: '2026-11-22T09:30:00.000Z',
  lastSeenAt: '2026-11-15T09:30:00.000Z',
  ipAddress: '198.51.100.7',
  userAgent: 'Mozilla/5.0',
  current: true,
};
