import { mailPage } from '@patchbay/mail/page';
import { lifetimes } from '@patchbay/platform/bounds';
import { plainName } from '@patchbay/text/plain-name';

const signInNote = `It works once, within ${lifetimes.signInLinkMinutes} minutes. If you did not ask for it, ignore this mail: nobody gets in without the link.`;

export const signInLinkMail = (url: string) => ({
  purpose: 'sign-in link',
  subject: 'Sign in to Patchbay',
  text: `Open this link to sign in to Patchbay:

${url}

${signInNote}
`,
  html: mailPage({
    title: 'Sign in to Patchbay',
    message: 'Open this link to sign in.',
    button: 'Sign in to Patchbay',
    url,
    note: signInNote,
  }),
});

const signUpNote = `It works once, within ${lifetimes.signInLinkMinutes} minutes. If you did not sign up, ignore this mail: without the link nothing is created.`;

/** Names the organization, so that a person in whose name somebody else has signed up sees what the link would create. */
export function signUpLinkMail(url: string, organizationName: string) {
  const creates = `It creates the organization ${plainName(organizationName)}, with you as its admin, and signs you in.`;
  return {
    purpose: 'sign-in link',
    subject: 'Finish your sign-up to Patchbay',
    text: `Open this link to finish your sign-up to Patchbay. ${creates}

${url}

${signUpNote}
`,
    html: mailPage({
      title: 'Finish your sign-up to Patchbay',
      message: `Open this link to finish your sign-up. ${creates}`,
      button: 'Finish the sign-up',
      url,
      note: signUpNote,
    }),
  };
}
