import { mailPage } from '@patchbay/mail/page';
import { type ConfirmedAction, confirmedActions } from '@patchbay/platform/confirmed-actions';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { plainName } from '@patchbay/text/plain-name';

const signInNote = `It works once, within ${lifetimes.signInLinkMinutes} minutes. If you didn't ask for it, you can ignore this email: nobody gets in without the link.`;

export const signInLinkMail = (url: string) => ({
  purpose: 'sign-in link',
  subject: 'Sign in to Patchbay',
  text: `Open this link to sign in to Patchbay:

${url}

${signInNote}
`,
  html: mailPage({
    title: 'Sign in to Patchbay',
    message: 'Use this link to sign in.',
    button: 'Sign in to Patchbay',
    url,
    note: signInNote,
  }),
});

const confirmationNote = `It works once, within ${lifetimes.signInLinkMinutes} minutes. Open it in the browser where you are signed in. If you aren't doing this, don't open the link: sign out everywhere else in your account.`;

/** The action is one of ours: nobody else's words get into the mail. */
export function confirmationLinkMail(url: string, action: ConfirmedAction) {
  const asked = `You're about to ${confirmedActions[action]}.`;
  return {
    purpose: 'sign-in link',
    subject: "Confirm it's you in Patchbay",
    text: `${asked} Open this link to confirm that it's you:

${url}

${confirmationNote}
`,
    html: mailPage({
      title: "Confirm it's you in Patchbay",
      message: `${asked} Use this link to confirm that it's you.`,
      button: "Confirm it's you",
      url,
      note: confirmationNote,
    }),
  };
}

const signUpNote = `It works once, within ${lifetimes.signInLinkMinutes} minutes. If you didn't sign up, you can ignore this email: nothing is created without the link.`;

/** Names the organization, so that a person in whose name somebody else has signed up sees what the link would create. */
export function signUpLinkMail(url: string, organizationName: string) {
  const creates = `It creates the organization ${plainName(organizationName)} with you as its admin, and signs you in.`;
  return {
    purpose: 'sign-in link',
    subject: 'Finish signing up for Patchbay',
    text: `Open this link to finish signing up for Patchbay. ${creates}

${url}

${signUpNote}
`,
    html: mailPage({
      title: 'Finish signing up for Patchbay',
      message: `Open this link to finish signing up. ${creates}`,
      button: 'Finish signing up',
      url,
      note: signUpNote,
    }),
  };
}
