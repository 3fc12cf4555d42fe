import { z } from 'zod';
import { timestamp } from './text.ts';
import { User, userExample } from './user.ts';

export const SignedIn = z
  .object({
    token: z.string().meta({ description: 'The bearer of the same session that the cookie carries.' }),
    expiresAt: timestamp,
    user: User,
    callbackURL: z.string().meta({ description: 'Where the person wanted to go.' }),
  })
  .meta({ id: 'SignedIn', description: 'A session that has just been opened.' });

export const signedInExample: z.input<typeof SignedIn> = {
  token: 'hJ2zXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA',
  expiresAt: '2026-11-22T09:30:00.000Z',
  user: userExample,
  callbackURL: 'https://portal.patchbay.example/',
};
