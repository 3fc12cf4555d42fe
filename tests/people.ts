import type { ReceivedMail, TestSmtpServer } from '@patchbay/testing/smtp';
import type { Api } from './api.ts';

export interface SignUp {
  readonly email: string;
  readonly name: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
}

/** Ada signs up with her organization, Acme. On a platform that files share, each file has a slug of its own. */
export const signUpOf = (slug: string): SignUp => ({
  email: `ada@${slug}.example`,
  name: 'Ada',
  organizationName: 'Acme',
  organizationSlug: slug,
});

export const acme = signUpOf('acme');

/** The newest mail to an address, once there are `count` of them. */
export const mailTo = (smtp: TestSmtpServer, email: string, count = 1): Promise<ReceivedMail> =>
  smtp.find((mails) => {
    const theirs = mails.filter(({ to }) => to.includes(email));
    return theirs.length >= count ? theirs.at(-1) : undefined;
  }, `mail ${count} to ${email}`);

const signInMails = (smtp: TestSmtpServer, email: string): ReceivedMail[] =>
  smtp.mails.filter(({ to, text }) => to.includes(email) && text.includes('/sign-in/verify?token='));

export function tokenIn({ text }: ReceivedMail): string {
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error('the mail has no link with a token');
  return token;
}

/** Exchanges a link's token for a session; returns the session token and the user's id. */
async function openSession(api: Api, token: string): Promise<{ token: string; userId: string }> {
  const { status, body } = await api.post<{ token: string; user: { id: string } }>(
    '/v1/auth/magic-link/verify',
    { token },
  );
  if (status !== 200) throw new Error(`the link answered ${status}`);
  return { token: body.token, userId: body.user.id };
}

/** Signs up, and signs in with the mailed link; returns the session token. */
export async function signUpAndIn(api: Api, smtp: TestSmtpServer, signUp: SignUp): Promise<string> {
  const parked = await api.post('/v1/signup', { ...signUp, provider: 'magic-link' });
  if (parked.status !== 202) throw new Error(`the sign-up answered ${parked.status}`);
  return (await openSession(api, tokenIn(await mailTo(smtp, signUp.email)))).token;
}

/** The token of a new sign-in link; the address must have an account, a parked sign-up, an invitation or a known domain. */
export async function linkTokenFor(api: Api, smtp: TestSmtpServer, email: string): Promise<string> {
  // Other mails, such as invitations, may arrive at the same address meanwhile.
  const before = signInMails(smtp, email).length;
  const { status } = await api.post('/v1/auth/magic-link', { email });
  if (status !== 202) throw new Error(`the request for a link answered ${status}`);
  const mail = await smtp.find(() => signInMails(smtp, email)[before], `a sign-in link for ${email}`);
  return tokenIn(mail);
}

/** Signs in with a mailed link. */
export const signIn = async (
  api: Api,
  smtp: TestSmtpServer,
  email: string,
): Promise<{ token: string; userId: string }> => openSession(api, await linkTokenFor(api, smtp, email));

/** Creates an invitation into the organization or workspace at a path. */
export async function invite(
  api: Api,
  path: string,
  invitation: { email: string; role: string },
): Promise<void> {
  const { status } = await api.post(`${path}/invitations`, invitation);
  if (status !== 201) throw new Error(`the invitation answered ${status}`);
}
