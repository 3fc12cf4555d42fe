import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brandCss } from '@patchbay/brand/css';
import { markSvg } from '@patchbay/brand/mark';

/** Text that is already HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function textOf(value: Value): string {
  if (typeof value === 'string') return value.replaceAll(/[&<>"]/g, (each) => entities[each] ?? '');
  return value instanceof Html ? value.text : value.map(textOf).join('');
}

/** A template of HTML: strings in it are escaped. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(textOf)));

const fontFile = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const font = readFileSync(fileURLToPath(fontFile)).toString('base64');
const mark = `data:image/svg+xml,${encodeURIComponent(markSvg)}`;

const baseStyle = `${brandCss}
@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("data:font/woff2;base64,${font}") format("woff2"); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 var(--family); overflow-wrap: anywhere; }
h1, h2, h3, p, dl, dd, ul, ol { margin: 0; padding: 0; }
h1 { font-size: 1.625rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
a { color: var(--accent); }
.bar { display: flex; align-items: center; gap: 8px 24px; flex-wrap: wrap; padding: 16px 24px; }
.brand { display: flex; align-items: center; gap: 12px; font-weight: 650; color: inherit; text-decoration: none; }
.brand img { display: block; width: 32px; height: 32px; }
.badge { padding: 0 8px; border-radius: 999px; background: var(--warning-soft); color: var(--warning); font-size: 0.8125rem; line-height: 24px; font-weight: 550; }
main { max-width: 488px; margin: 0 auto; padding: 24px 24px 64px; }
.quiet { color: var(--text-quiet); }
h1 + .quiet { margin-top: 8px; }
.card { display: grid; gap: 24px; padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px;
  box-shadow: 0 1px 2px rgb(23 26 35 / 4%), 0 8px 32px rgb(23 26 35 / 6%); }
@media (max-width: 480px) { .bar, main { padding-inline: 16px; } .card { padding: 24px; } }
.facts { display: grid; gap: 12px; padding: 16px; background: var(--inset); border-radius: 10px; }
.facts dt { color: var(--text-quiet); font-size: 0.875rem; }
code { font: 0.8125rem/1.5 ui-monospace, monospace; user-select: all; }
.actions { display: grid; gap: 8px; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 16px; border-radius: 10px;
  border: 1px solid var(--line-input); background: var(--surface); color: var(--text); font: inherit; font-weight: 550; text-decoration: none;
  text-align: center; cursor: pointer; }
.button:hover { background: var(--hover); }
.button.first { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.button.first:hover { background: var(--accent-hover); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

export interface HtmlPage {
  readonly title: string;
  /** The content of `<main>`. */
  readonly content: Html;
  /** Text of the bar, beside the logo. Default: that the page is a simulation. */
  readonly bar?: Html;
  /** Default 200. */
  readonly status?: number;
  /** CSS rules of this page only. */
  readonly style?: string;
  /** A module that may talk to its own server, and show pages of it in frames. Default: the page has no script. */
  readonly script?: string;
}

export interface HtmlAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * A page for a person who tries a simulator in a browser. It has all that it needs in itself: its policy lets in its own style, font and
 * script, and nothing of another server.
 */
export function htmlPage({ title, content, bar, status = 200, style = '', script }: HtmlPage): HtmlAnswer {
  const rules = baseStyle + style;
  const policy = [
    "default-src 'none'",
    `style-src ${sourceOf(rules)}`,
    'font-src data:',
    'img-src data:',
    ...(script === undefined
      ? []
      : [`script-src ${sourceOf(script)}`, "connect-src 'self'", "frame-src 'self'"]),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${mark}">
<style>${new Html(rules)}</style>
</head>
<body>
<header class="bar"><span class="brand"><img src="${mark}" alt="">Patchbay</span>${bar ?? html`<span class="badge">Simulation</span>`}</header>
<main>
${content}
</main>${
    script === undefined
      ? []
      : html`
<script type="module">${new Html(script)}</script>`
  }
</body>
</html>
`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    text,
  };
}
