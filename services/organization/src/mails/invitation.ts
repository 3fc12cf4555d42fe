import { mailPage } from '@patchbay/mail/page';
import { plainName } from '@patchbay/text/plain-name';
import type { Invitation } from '../domain/invitation.ts';

/** In the language of the mail, such as `2 March 2026 at 12:00`; in UTC, because the time zone of the recipient is unknown. */
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const subject = "You've been invited to Patchbay";

export function invitationMail(invitation: Invitation, url: string) {
  const { organization, workspace, inviter, expiresAt } = invitation;
  const inOrganization = plainName(organization.name);
  const place =
    workspace === null ? inOrganization : `the workspace ${plainName(workspace.name)} of ${inOrganization}`;
  const role = workspace?.role ?? invitation.role;
  const invites = `${plainName(inviter.name)} (${inviter.email}) has invited you to ${place} on Patchbay as ${role === 'admin' ? 'an' : 'a'} ${role}.`;
  const until = `The link works until ${minute.format(expiresAt)} UTC. Questions? Write to ${inviter.email}. If you weren't expecting this, you can ignore it: nothing happens until you accept.`;
  return {
    purpose: 'invitation',
    // The same for everybody: a subject is read without the mail around it, and must not say what a stranger chose.
    subject,
    text: `${invites}

To accept or decline, open this link and sign in with the address that this email was sent to:

${url}

${until}
`,
    html: mailPage({
      title: subject,
      message: `${invites} To accept or decline, open the invitation and sign in with the address that this email was sent to.`,
      button: 'Open invitation',
      url,
      note: until,
    }),
  };
}
