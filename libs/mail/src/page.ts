/** Escapes HTML: names in mails are user input. */
const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** The content of a mail with one button. Plain text: `mailPage` escapes it. */
export interface MailPage {
  readonly title: string;
  readonly message: string;
  readonly button: string;
  readonly url: string;
  /** Small print below the button: when the link expires, and what to do with an unrequested mail. */
  readonly note: string;
}

/**
 * The HTML part of our mails. Tables and inline styles, because mail clients support little else. The colours
 * are those of the pages that the links lead to (services/portal/web/src/styles/tokens.css), so that people recognize them.
 */
export function mailPage(page: MailPage): string {
  const title = escapeHtml(page.title);
  const url = escapeHtml(page.url);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body style="margin:0;padding:32px 16px;background:#f4f5f8;font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#171a23">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e1e4eb;border-radius:16px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:18px;font-weight:600">Patchbay</p>
<p style="margin:0 0 24px;font-size:16px;line-height:24px;overflow-wrap:anywhere">${escapeHtml(page.message)}</p>
<p style="margin:0 0 24px"><a href="${url}" style="display:inline-block;padding:12px 24px;background:#3a41c6;border-radius:10px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(page.button)}</a></p>
<p style="margin:0 0 8px;font-size:14px;line-height:20px;color:#555c6c">${escapeHtml(page.note)}</p>
<p style="margin:0;font-size:12px;line-height:18px;color:#555c6c;word-break:break-all">${url}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
