import { type Colour, colours } from '@patchbay/brand/colours';
import { family } from '@patchbay/brand/css';

/** Escapes HTML: names in mails are user input. */
const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

interface MailLink {
  readonly text: string;
  readonly url: string;
}

/** The content of a mail with one button. Plain text: `mailPage` escapes it. */
export interface MailPage {
  readonly title: string;
  readonly message: string;
  /** Lists of links below the message, each with a title. Default: none. */
  readonly groups?: readonly { readonly title: string; readonly items: readonly MailLink[] }[];
  /** How many more there are than the lists have. Default: they are complete. */
  readonly more?: string;
  readonly button: string;
  readonly url: string;
  /** Small print below the button: when the link expires, and what to do with an unrequested mail. */
  readonly note: string;
  /** Ends mails of this kind. Default: they are about something that somebody asked for, and do not come again. */
  readonly endLink?: MailLink;
}

/** The parts of the page that have a colour. */
const parts = {
  ground: { background: 'ground', color: 'text' },
  card: { background: 'surface', 'border-color': 'line' },
  name: { color: 'accent' },
  button: { background: 'accent', color: 'on-accent' },
  quiet: { color: 'text-quiet' },
} as const satisfies Record<string, Record<string, Colour>>;

const coloursOf = (part: Record<string, Colour>, scheme: keyof typeof colours, ending: string): string =>
  Object.entries(part)
    .map(([property, colour]) => `${property}:${colours[scheme][colour]}${ending}`)
    .join('');

/** Mail clients that know no schemes ignore it; inline styles are stronger without `!important`. */
const dark = Object.entries(parts)
  .map(([name, part]) => `.${name}{${coloursOf(part, 'dark', '!important;')}}`)
  .join('');

const look = (part: keyof typeof parts, style: string): string =>
  `class="${part}" style="${style};${coloursOf(parts[part], 'light', ';')}"`;

const groupOf = ({ title, items }: NonNullable<MailPage['groups']>[number]): string => `
<p style="margin:0 0 8px;font-size:16px;line-height:24px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(title)}</p>
<ul style="margin:0 0 24px;padding:0 0 0 20px;font-size:16px;line-height:24px;overflow-wrap:anywhere">${items.map(({ text, url }) => `<li style="margin:0 0 8px"><a href="${escapeHtml(url)}" ${look('name', 'text-decoration:underline')}>${escapeHtml(text)}</a></li>`).join('')}</ul>`;

const moreOf = (more: string): string => `
<p style="margin:0 0 24px;font-size:16px;line-height:24px">${escapeHtml(more)}</p>`;

const endLinkOf = ({ text, url }: MailLink): string => `
<p ${look('quiet', 'margin:0 0 8px;font-size:14px;line-height:20px')}><a href="${escapeHtml(url)}" ${look('quiet', 'text-decoration:underline')}>${escapeHtml(text)}</a></p>`;

/**
 * The HTML part of our mails, in the colours of the pages that the links lead to. Tables and inline styles, because mail clients support
 * little else. The name stands for the mark: a picture would have to be loaded, and mail clients remove SVG.
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
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>@media (prefers-color-scheme:dark){${dark}}</style>
</head>
<body ${look('ground', `margin:0;padding:32px 16px;font-family:${family.replaceAll('"', "'")}`)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${look('card', 'max-width:480px;border:1px solid;border-radius:16px')}>
<tr><td style="padding:32px">
<p ${look('name', 'margin:0 0 24px;font-size:20px;font-weight:700')}>Patchbay</p>
<p style="margin:0 0 24px;font-size:16px;line-height:24px;overflow-wrap:anywhere">${escapeHtml(page.message)}</p>${(page.groups ?? []).map(groupOf).join('')}${page.more === undefined ? '' : moreOf(page.more)}
<p style="margin:0 0 24px"><a href="${url}" ${look('button', 'display:inline-block;padding:12px 24px;border-radius:10px;font-size:16px;font-weight:600;text-decoration:none')}>${escapeHtml(page.button)}</a></p>
<p ${look('quiet', 'margin:0 0 8px;font-size:14px;line-height:20px')}>${escapeHtml(page.note)}</p>${page.endLink === undefined ? '' : endLinkOf(page.endLink)}
<p ${look('quiet', 'margin:0;font-size:12px;line-height:18px;word-break:break-all')}>${url}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
