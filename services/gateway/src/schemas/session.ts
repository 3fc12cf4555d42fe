import { sessionMethods } from '@patchbay/access/caller';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import { emailAddress, emailInAnswer, id, idInRequest, timestamp } from './text.ts';
import { User, userExample } from './user.ts';

/** Characters, before and after URL encoding: a provider sign-in stores it in a cookie, which may have 4 KiB. */
export const maxLanding = 2048;

/** The address to which the browser goes after a sign-in. */
export const callbackURL = z.string().max(maxLanding).optional().meta({
  format: 'uri',
  description:
    "Where to land afterwards; on a trusted origin, and without the `user_code` of a device. A `callbackURL` in its query is judged likewise. Default: the Portal's home.",
});

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

export const signInLinkRequest = z
  .strictObject({ email: emailAddress.meta({ description: 'Who wants to sign in.' }), callbackURL })
  .meta({ id: 'SignInLinkRequest', description: 'A request for a sign-in link.' });

export const SignInLinkAcknowledgement = z.object({ email: emailInAnswer }).meta({
  id: 'SignInLinkAcknowledgement',
  description: 'A link is on its way, if the address may sign in.',
});

export const signInLinkVerification = z
  .strictObject({
    token: z.string().min(1).max(128).meta({ description: '`token` in the query of the emailed link.' }),
  })
  .meta({ id: 'SignInLinkVerification', description: 'The token of an emailed link.' });

export const SignInLinkPreview = z
  .object({
    email: emailInAnswer.meta({ description: 'Whom the link signs in.' }),
    organizationName: z
      .string()
      .optional()
      .meta({ description: 'The organization that the link creates. Left out where it creates none.' }),
  })
  .meta({ id: 'SignInLinkPreview', description: 'What an emailed link does when it is used.' });

export const sessionParams = z.strictObject({
  id: idInRequest.meta({ description: '`id` of the session.' }),
});

export const Session = z
  .object({
    id,
    createdAt: timestamp,
    expiresAt: timestamp.meta({
      description: `Extended with use, to ${lifetimes.sessionDays} days after the sign-in at most.`,
    }),
    lastSeenAt: timestamp.meta({ description: 'When it was last used.' }),
    ipAddress: z
      .string()
      .nullable()
      .meta({ description: 'The address it was opened from; null if not known.' }),
    userAgent: z
      .string()
      .nullable()
      .meta({ description: 'The user agent it was opened with; null if not known.' }),
    method: z.enum(sessionMethods).meta({
      description:
        'How its person signed in. A device has the method of the session that approved it, and `device` where that is not known.',
    }),
    authenticatedAt: timestamp.meta({
      description: `When its person last proved who they are, by a sign-in or by \`confirmSession\`. Some operations ask for a proof of the last ${lifetimes.freshMinutes} minutes.`,
    }),
    current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'Session', description: 'A sign-in of a person that has not ended.' });

export const SessionList = z
  .object({ sessions: z.array(Session).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'SessionList', description: 'Everywhere a person is signed in.' });

export const CurrentSession = z
  .object({ session: Session, user: User })
  .meta({ id: 'CurrentSession', description: 'The session of a request, and the person it belongs to.' });

export const sessionExample: z.input<typeof Session> = {
  id: '0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603',
  createdAt: exampleWorld.createdAt,
  expiresAt: '2026-11-22T09:30:00.000Z',
  lastSeenAt: exampleWorld.createdAt,
  ...exampleWorld.browser,
  method: 'passkey',
  authenticatedAt: exampleWorld.createdAt,
  current: true,
};

export const sessionParamsExample = { id: sessionExample.id };
export const currentSessionExample: z.input<typeof CurrentSession> = {
  session: sessionExample,
  user: userExample,
};
