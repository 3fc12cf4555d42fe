import { mailPage } from '@patchbay/mail/page';
import type { Invitation } from '../domain/invitation.ts';

/** Such as `2026-03-01 12:00 UTC`: the time zone of the recipient is unknown. */
const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function invitationMail(invitation: Invitation, url: string) {
  const { organization, workspace, inviter, expiresAt } = invitation;
  const place =
    workspace === null ? organization.name : `the workspace ${workspace.name} of ${organization.name}`;
  const role = workspace?.role ?? invitation.role;
  const invites = `${inviter.name} (${inviter.email}) invites you to ${place} on Patchbay, as ${role}.`;
  const until = `The link works until ${minuteOf(expiresAt)}. If you did not expect it, ignore this mail: nothing happens until you accept.`;
  return {
    purpose: 'invitation',
    subject: `${inviter.name} invites you to ${organization.name} on Patchbay`,
    text: `${invites}

Open this link to accept or decline:

${url}

${until}
`,
    html: mailPage({
      title: 'Invitation to Patchbay',
      message: invites,
      button: 'Open the invitation',
      url,
      note: until,
    }),
  };
}
