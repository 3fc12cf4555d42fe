import { mailPage } from '@patchbay/mail/page';
import { linkMinutes } from '../domain/sign-in-link.ts';

const note = `It works once, within ${linkMinutes} minutes. If you did not ask for it, ignore this mail: nobody gets in without the link.`;

export const signInLinkMail = (url: string) => ({
  purpose: 'sign-in link',
  subject: 'Sign in to Patchbay',
  text: `Open this link to sign in to Patchbay:

${url}

${note}
`,
  html: mailPage({
    title: 'Sign in to Patchbay',
    message: 'Open this link to sign in.',
    button: 'Sign in to Patchbay',
    url,
    note,
  }),
});
