import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
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
  token: exampleWorld.sessionToken,
  expiresAt: '2026-11-22T09:30:00.000Z',
  user: userExample,
  callbackURL: `${exampleWorld.portal}/`,
};
