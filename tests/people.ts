import type { ReceivedMail, TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import type { Api } from './api.ts';

export interface SignUp {
  readonly email: string;
  readonly name: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
}

/** The newest mail to an address, once there are `count` of them. */
export const mailTo = (smtp: TestSmtpServer, email: string, count = 1): Promise<ReceivedMail> =>
  waitFor(
    () => {
      const mails = smtp.mails.filter(({ to }) => to.includes(email));
      return mails.length >= count && mails.at(-1);
    },
    { what: `mail ${count} to ${email}` },
  );

export function tokenIn({ text }: ReceivedMail): string {
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error('the mail has no link with a token');
  return token;
}

/** Signs up and in as a person would; answers the API with that person's session. */
export async function signUpAndIn(api: Api, smtp: TestSmtpServer, signUp: SignUp): Promise<Api> {
  const parked = await api.post('/v1/signup', { ...signUp, provider: 'magic-link' });
  if (parked.status !== 202) throw new Error(`the sign-up answered ${parked.status}`);
  const token = tokenIn(await mailTo(smtp, signUp.email));
  const verified = await api.post<{ token: string }>('/v1/auth/magic-link/verify', { token });
  if (verified.status !== 200) throw new Error(`the link answered ${verified.status}`);
  return api.as(verified.body.token);
}
