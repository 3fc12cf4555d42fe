import { z } from 'zod';
import { callbackURL } from './callback-url.ts';
import { emailAddress, emailInAnswer } from './text.ts';

export const signInLinkRequest = z
  .strictObject({ email: emailAddress.meta({ description: 'Who wants to sign in.' }), callbackURL })
  .meta({ id: 'SignInLinkRequest', description: 'The request of a sign-in link.' });

export const SignInLinkAcknowledgement = z.object({ email: emailInAnswer }).meta({
  id: 'SignInLinkAcknowledgement',
  description: 'A link is on its way, if the address may sign in.',
});

export const signInLinkVerification = z
  .strictObject({
    token: z.string().min(1).max(128).meta({ description: '`token` in the query of the mailed link.' }),
  })
  .meta({ id: 'SignInLinkVerification', description: 'The token of a mailed link.' });
