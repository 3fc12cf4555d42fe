import { mailPage } from '@patchbay/mail/page';
import { plainName } from '@patchbay/text/plain-name';

const subject = 'The passkeys of a member on Patchbay were deleted';

const note =
  'Until they have a passkey again, whoever reads their email can create one in their place. Ask them by another way than email whether they wanted this. The audit trail says who did it, and why.';

export interface ResetPasskeysMail {
  readonly organization: { readonly slug: string; readonly name: string };
  readonly person: { readonly name: string; readonly email: string };
  readonly portalUrl: string;
}

/** What admins are told when an operator has deleted the passkeys of somebody in their organization. */
export function resetPasskeysMail({ organization, person, portalUrl }: ResetPasskeysMail) {
  const message = `Whoever runs this installation of Patchbay has deleted all passkeys of ${plainName(person.name)} (${person.email}), who is in ${plainName(organization.name)}.`;
  const url = `${portalUrl}/o/${organization.slug}/trail`;
  return {
    purpose: 'reset passkeys',
    // The same for everybody: a subject is read without the mail around it, and must not say what a stranger chose.
    subject,
    text: `${message}

${note}

${url}
`,
    html: mailPage({ title: subject, message, button: 'Open the audit trail', url, note }),
  };
}
