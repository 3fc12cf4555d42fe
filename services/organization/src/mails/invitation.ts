import { mailPage } from '@patchbay/mail/page';
import { plainName } from '@patchbay/text/plain-name';
import type { Invitation } from '../domain/invitation.ts';

/** Such as `2026-03-01 12:00 UTC`: the time zone of the recipient is unknown. */
const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const subject = 'You are invited to Patchbay';

export function invitationMail(invitation: Invitation, url: string) {
  const { organization, workspace, inviter, expiresAt } = invitation;
  const inOrganization = plainName(organization.name);
  const place =
    workspace === null ? inOrganization : `the workspace ${plainName(workspace.name)} of ${inOrganization}`;
  const role = workspace?.role ?? invitation.role;
  const invites = `${plainName(inviter.name)} (${inviter.email}) invites you to ${place} on Patchbay, as ${role}.`;
  const until = `The link works until ${minuteOf(expiresAt)}. If you did not expect it, ignore this mail: nothing happens until you accept.`;
  return {
    purpose: 'invitation',
    // The same for everybody: a subject is read without the mail around it, and must not say what a stranger chose.
    subject,
    text: `${invites}

To accept or decline, open this link and sign in with the address that this mail went to:

${url}

${until}
`,
    html: mailPage({
      title: subject,
      message: `${invites} To accept or decline, open it and sign in with the address that this mail went to.`,
      button: 'Open the invitation',
      url,
      note: until,
    }),
  };
}
