import { z } from 'zod';
import { id } from './text.ts';

export const User = z
  .object({
    id,
    email: z.string().meta({ description: 'Verified sign-in email; never changes through the API.' }),
    name: z.string(),
    emailVerified: z.boolean().meta({ description: 'True once the person has signed in.' }),
    role: z.string().meta({ description: 'The platform role: `user` for every regular account.' }),
    image: z.string().optional().meta({ description: 'Address of an avatar, if there is one.' }),
  })
  .meta({ id: 'User', description: 'A person with an account.' });

export const userExample: z.input<typeof User> = {
  id: '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01',
  email: 'ada@acme.example',
  name: 'Ada Lovelace',
  emailVerified: true,
  role: 'user',
};
