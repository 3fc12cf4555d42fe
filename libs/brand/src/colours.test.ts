import { describe, expect, it } from 'vitest';
import { type Colour, colours } from './colours.ts';

/** Relative luminance, as WCAG 2 defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ['ground', 'surface', 'inset', 'hover'] as const;
const softs = ['accent-soft', 'success-soft', 'warning-soft', 'failure-soft'] as const;
const hues = ([0, 1, 2, 3, 4, 5, 6, 7] as const).map((hue) => [`hue-${hue}`, [`hue-${hue}-soft`]] as const);

/** Texts 4.5:1, borders of inputs 3:1. */
const rules: readonly (readonly [name: Colour, on: readonly Colour[], least: number])[] = [
  ['text', [...grounds, ...softs], 4.5],
  ['text-quiet', [...grounds, ...softs], 4.5],
  ['accent', [...grounds, 'accent-soft'], 4.5],
  ['accent-hover', grounds, 4.5],
  ['failure', [...grounds, 'failure-soft'], 4.5],
  ['success', ['success-soft'], 4.5],
  ['warning', [...grounds, 'warning-soft'], 4.5],
  ['on-accent', ['accent', 'accent-hover'], 4.5],
  ['on-failure', ['failure', 'failure-hover'], 4.5],
  ...hues.map(([name, on]) => [name, on, 4.5] as const),
  ['line-input', ['surface', 'inset'], 3],
];

describe.each(['light', 'dark'] as const)('the colours of the %s scheme', (scheme) => {
  it.each(rules)('the colour %s has enough contrast on %j: %d:1', (name, on, least) => {
    const contrasts = on.map((ground) => contrastOf(colours[scheme][name], colours[scheme][ground]));
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(least);
  });
});

it('the light and the dark scheme define the same colours', () => {
  expect(Object.keys(colours.dark)).toEqual(Object.keys(colours.light));
});
