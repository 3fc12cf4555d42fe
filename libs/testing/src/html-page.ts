import { createHash } from 'node:crypto';

/** Text that is HTML already. */
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

const style = `
:root { color-scheme: light dark; --ground: light-dark(#f5f5f2, #17181b); --card: light-dark(#fff, #212327);
  --ink: light-dark(#1c1d21, #ececf0); --quiet: light-dark(#565a64, #a9adb8); --line: light-dark(#dcdcd6, #3a3d44);
  --accent: light-dark(#1f5fbf, #8db8ff); --on-accent: light-dark(#fff, #10131a); --note: light-dark(#fff3cd, #43391a); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 440px; margin: 0 auto; padding: 24px 16px 64px; }
main.wide { max-width: 960px; }
h1 { font-size: 24px; line-height: 1.25; margin: 16px 0 8px; }
h2 { font-size: 20px; line-height: 1.3; margin: 40px 0 8px; }
h3 { font-size: 16px; margin: 0; }
p { margin: 8px 0; }
a { color: var(--accent); }
.note { background: var(--note); border-radius: 8px; padding: 8px 16px; }
.quiet { color: var(--quiet); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 16px; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 290px), 1fr)); gap: 16px; margin: 16px 0; padding: 0; list-style: none; }
.cards > li { display: flex; flex-direction: column; gap: 8px; }
.cards > li > :last-child { margin-top: auto; }
dl { margin: 0; }
dt { color: var(--quiet); font-size: 14px; }
dd { margin: 0 0 8px; }
code { font: 14px/1.5 ui-monospace, monospace; user-select: all; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 4px 24px 4px 0; border-bottom: 1px solid var(--line); }
.actions { display: flex; flex-direction: column; gap: 8px; margin-top: 16px; }
.button { display: flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 16px; border-radius: 8px;
  border: 1px solid var(--accent); text-decoration: none; text-align: center; }
.button.first { background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface HtmlPage {
  readonly title: string;
  /** What stands in `<main>`. */
  readonly content: Html;
  /** Default 200. */
  readonly status?: number;
  /** Room for several columns. Default false: one column of 440 px. */
  readonly wide?: boolean;
}

export interface HtmlAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A page without scripts for a person who tries a simulator in a browser. Its policy lets in its own style and nothing else. */
export function htmlPage({ title, content, status = 200, wide = false }: HtmlPage): HtmlAnswer {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<main${new Html(wide ? ' class="wide"' : '')}>
${content}
</main>
</body>
</html>
`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    text,
  };
}
