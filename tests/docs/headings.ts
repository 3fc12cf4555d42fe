import { readFileSync } from 'node:fs';

/** Blocks of code, in which a `#` begins a comment and brackets are no links. */
const codeBlock = /^( *)```.*\n[\s\S]*?^\1```$/gm;

export const withoutCodeBlocks = (markdown: string): string => markdown.replace(codeBlock, '');

/** The headings of a page. */
export const headingsOf = (path: string): readonly string[] =>
  [...withoutCodeBlocks(readFileSync(path, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

export const anchorsOf = (path: string): readonly string[] => headingsOf(path).map(anchorOf);
