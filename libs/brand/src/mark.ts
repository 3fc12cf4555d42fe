import { colours } from './colours.ts';

/** Four sockets of a patch bay, two of them joined by a cable, in a box of 32 by 32. */
const drawing = (ground: string, line: string): string =>
  `<rect width="32" height="32" rx="8" fill="${ground}"/><g fill="${line}"><circle cx="22.5" cy="9.5" r="2.5" opacity=".55"/><circle cx="9.5" cy="22.5" r="2.5" opacity=".55"/><circle cx="9.5" cy="9.5" r="3.5"/><circle cx="22.5" cy="22.5" r="3.5"/></g><path d="M9.5 9.5c0 9 13 4 13 13" fill="none" stroke="${line}" stroke-width="2.5" stroke-linecap="round"/>`;

/** The mark as a file of its own. */
export const markSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing(colours.light.accent, colours.light['on-accent'])}</svg>\n`;

/** The mark beside the name in the HTML of a page that has the style sheet of the brand: it follows the scheme. */
export const markInline = `<svg viewBox="0 0 32 32" aria-hidden="true">${drawing('var(--accent)', 'var(--on-accent)')}</svg>`;
