import { linkMinutes } from '../domain/sign-in-link.ts';

/** The sign-in mail. Tables and inline styles: what mail clients agree on. */
export const signInLinkMail = (url: string) => ({
  purpose: 'sign-in link',
  subject: 'Sign in to Patchbay',
  text: `Open this link to sign in to Patchbay:

${url}

It works once, within ${linkMinutes} minutes. If you did not ask for it, ignore this mail: nobody gets in without the link.
`,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Sign in to Patchbay</title>
</head>
<body style="margin:0;padding:32px 16px;background:#f4f5f7;font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1c2430">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e2e5ea;border-radius:8px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:18px;font-weight:600">Patchbay</p>
<p style="margin:0 0 24px;font-size:16px;line-height:24px">Open this link to sign in.</p>
<p style="margin:0 0 24px"><a href="${url}" style="display:inline-block;padding:12px 24px;background:#1f5eff;border-radius:6px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">Sign in to Patchbay</a></p>
<p style="margin:0 0 8px;font-size:14px;line-height:20px;color:#5a6472">It works once, within ${linkMinutes} minutes. If you did not ask for it, ignore this mail: nobody gets in without the link.</p>
<p style="margin:0;font-size:12px;line-height:18px;color:#5a6472;word-break:break-all">${url}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`,
});
