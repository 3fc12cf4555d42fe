import { mailPage } from '@patchbay/mail/page';
import { plainName } from '@patchbay/text/plain-name';
import { linkMinutes } from '../domain/sign-in-link.ts';

const note = `It works once, within ${linkMinutes} minutes. If you did not sign up, ignore this mail: without the link nothing is created.`;

/** Names the organization, so that a person in whose name somebody else has signed up sees what the link would create. */
export function signUpLinkMail(url: string, organizationName: string) {
  const creates = `It creates the organization ${plainName(organizationName)}, with you as its admin, and signs you in.`;
  return {
    purpose: 'sign-in link',
    subject: 'Finish your sign-up to Patchbay',
    text: `Open this link to finish your sign-up to Patchbay. ${creates}

${url}

${note}
`,
    html: mailPage({
      title: 'Finish your sign-up to Patchbay',
      message: `Open this link to finish your sign-up. ${creates}`,
      button: 'Finish the sign-up',
      url,
      note,
    }),
  };
}
