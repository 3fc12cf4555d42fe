import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import { addressInAnswer, displayName, emailInAnswer, id } from './text.ts';

export const User = z
  .object({
    id,
    email: emailInAnswer.meta({
      description: 'The email address that the person signs in with. It cannot be changed through the API.',
    }),
    name: z.string().meta({ description: 'Display name.' }),
    emailVerified: z.boolean().meta({ description: 'True once the person has signed in.' }),
    role: z.string().meta({ description: 'The platform role: `user` for every regular account.' }),
    image: addressInAnswer
      .optional()
      .meta({ description: 'Address of an avatar. Left out where there is none.' }),
  })
  .meta({ id: 'User', description: 'A person with an account.' });

export const userChanges = z
  .strictObject({ name: displayName.meta({ description: 'The new display name.' }) })
  .meta({ id: 'UserChanges', description: 'What people can change about their own account.' });

export const accountDeletion = z
  .strictObject({
    confirm: z.string().max(320).meta({
      description: 'The email address of the account, so that none is deleted by mistake.',
    }),
  })
  .meta({ id: 'AccountDeletion', description: 'The confirmation of the deletion of an account.' });

export const userExample: z.input<typeof User> = {
  ...exampleWorld.ada,
  emailVerified: true,
  role: 'user',
};
