import { colours } from './colours.ts';

export const family = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** The colours of a scheme as custom properties, for a page that has a switch of its own. */
export const declarations = (scheme: keyof typeof colours): string =>
  Object.entries(colours[scheme])
    .map(([name, value]) => `--${name}: ${value};`)
    .join('');

/** Colours and type as custom properties of a page that follows the scheme of its reader. */
export const brandCss = [
  `:root{color-scheme:light dark;--family:${family};${declarations('light')}}`,
  `@media (prefers-color-scheme:dark){:root{${declarations('dark')}}}`,
  '',
].join('\n');
