import { colours } from './colours.ts';

type Point = readonly [x: number, y: number];

/** Four sockets of a patch bay, two of them joined by a cable, in a box of 32 by 32. */
export const mark = {
  viewBox: '0 0 32 32',
  ground: { width: 32, height: 32, rx: 8 },
  free: {
    r: 2.5,
    opacity: 0.55,
    at: [
      [22.5, 9.5],
      [9.5, 22.5],
    ] as readonly Point[],
  },
  joined: {
    r: 3.5,
    at: [
      [9.5, 9.5],
      [22.5, 22.5],
    ] as readonly Point[],
  },
  cable: { width: 2.5, path: 'M9.5 9.5c0 9 13 4 13 13' },
} as const;

const drawing = (ground: string, line: string): string => {
  const { width, height, rx } = mark.ground;
  const free = mark.free.at.map(
    ([x, y]) => `<circle cx="${x}" cy="${y}" r="${mark.free.r}" opacity="${mark.free.opacity}"/>`,
  );
  const joined = mark.joined.at.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${mark.joined.r}"/>`);
  return `<rect width="${width}" height="${height}" rx="${rx}" fill="${ground}"/><g fill="${line}">${[...free, ...joined].join('')}</g><path d="${mark.cable.path}" fill="none" stroke="${line}" stroke-width="${mark.cable.width}" stroke-linecap="round"/>`;
};

/** The mark as a file of its own. */
export const markSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${mark.viewBox}">${drawing(colours.light.accent, colours.light['on-accent'])}</svg>\n`;

/** The mark beside the name in the HTML of a page that has the style sheet of the brand: it follows the scheme. */
export const markInline = `<svg viewBox="${mark.viewBox}" aria-hidden="true">${drawing('var(--accent)', 'var(--on-accent)')}</svg>`;
