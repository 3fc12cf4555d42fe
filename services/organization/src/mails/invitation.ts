import type { Invitation } from '../domain/invitation.ts';

/** Names are typed by people: in HTML they must stay text. */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** `2026-03-01 12:00 UTC`: there is no telling where the reader is. */
const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The invitation mail. Tables and inline styles: what mail clients agree on. */
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
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Invitation to Patchbay</title>
</head>
<body style="margin:0;padding:32px 16px;background:#f4f5f7;font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1c2430">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e2e5ea;border-radius:8px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:18px;font-weight:600">Patchbay</p>
<p style="margin:0 0 24px;font-size:16px;line-height:24px;overflow-wrap:anywhere">${escaped(invites)}</p>
<p style="margin:0 0 24px"><a href="${url}" style="display:inline-block;padding:12px 24px;background:#1f5eff;border-radius:6px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">Open the invitation</a></p>
<p style="margin:0 0 8px;font-size:14px;line-height:20px;color:#5a6472">${until}</p>
<p style="margin:0;font-size:12px;line-height:18px;color:#5a6472;word-break:break-all">${url}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`,
  };
}
