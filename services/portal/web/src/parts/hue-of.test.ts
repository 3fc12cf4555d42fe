import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hueOf, hues } from './hue-of.ts';

describe('the hue of a name', () => {
  it('is the same for the same name, whatever its case and the spaces around it', () => {
    expect(hueOf(' Northwind ')).toBe(hueOf('northwind'));
  });

  it('differs between names, and uses every hue', () => {
    const used = new Set(Array.from({ length: 100 }, (_, index) => hueOf(`Client ${index}`)));
    expect([...used].toSorted()).toEqual(Array.from({ length: hues }, (_, index) => index));
  });

  it('has its colours in the tokens', () => {
    const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
    const defined = new Set(tokens.match(/--hue-\d+(?=:)/g));
    expect([...defined]).toEqual(Array.from({ length: hues }, (_, index) => `--hue-${index}`));
  });
});
