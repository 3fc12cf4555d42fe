import { colours } from '@patchbay/brand/colours';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../pages/connect/catalogue.fixture.ts';
import { hueOf, hues, initialOf } from './monogram.tsx';

describe('hueOf', () => {
  it('a name has the same hue whatever its case and the spaces around it', () => {
    expect(hueOf(' Northwind ')).toBe(hueOf('northwind'));
  });

  it('a hundred names use every hue', () => {
    const used = new Set(Array.from({ length: 100 }, (_, index) => hueOf(`Client ${index}`)));
    expect(used).toEqual(new Set(Array.from({ length: hues }, (_, index) => index)));
  });

  it('no two providers have both the same letter and the same hue', async () => {
    const drawn = (await catalogue()).map(({ name }) => `${initialOf(name)} ${hueOf(name)}`);
    expect(drawn).toHaveLength(20);
    expect(drawn.filter((monogram, index) => drawn.indexOf(monogram) !== index)).toEqual([]);
  });

  it('every hue has its colours in the brand', () => {
    const defined = Object.keys(colours.light).filter((name) => /^hue-\d+$/.test(name));
    expect(defined).toEqual(Array.from({ length: hues }, (_, index) => `hue-${index}`));
  });
});

describe('initialOf', () => {
  it.each([
    ['northwind', 'N'],
    ['  google ads', 'G'],
    ['e\u0301tude', 'E\u0301'],
    ['👩‍🎨 Studio', '👩‍🎨'],
    ['شركة', 'ش'],
    ['', ''],
  ])('the initial of %j is %j', (name, initial) => {
    expect(initialOf(name)).toBe(initial);
  });
});
