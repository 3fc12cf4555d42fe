import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSlug, suggestSlug } from './slug.ts';

const document = JSON.parse(
  readFileSync(new URL('../../../../../gateway/openapi.json', import.meta.url), 'utf8'),
) as {
  components: {
    schemas: { SignUp: { properties: { organizationSlug: { pattern: string; maxLength: number } } } };
  };
};
const { pattern, maxLength } = document.components.schemas.SignUp.properties.organizationSlug;
const isAccepted = (slug: string): boolean => new RegExp(pattern).test(slug) && slug.length <= maxLength;

describe('isSlug', () => {
  it.each(['acme', 'a', '4ever', 'acme-media-2', 'acme-', ' acme ', 'a'.repeat(63)])(
    '%j is accepted as a slug',
    (typed) => {
      expect(isSlug(typed)).toBe(true);
      expect(isAccepted(typed.trim())).toBe(true);
    },
  );

  it.each(['', '-acme', 'Acme', 'acme media', 'acmé', 'acme.media', 'a'.repeat(64)])(
    '%j is refused as a slug',
    (typed) => {
      expect(isSlug(typed)).toBe(false);
      expect(isAccepted(typed)).toBe(false);
    },
  );
});

describe('suggestSlug', () => {
  it.each([
    ['Acme', 'acme'],
    ['Acme Media', 'acme-media'],
    ['Müller & Söhne', 'mueller-soehne'],
    ['Mu\u0308ller', 'mueller'],
    ['ÄRZTE', 'aerzte'],
    ['Straße 7', 'strasse-7'],
    ['Ødegård', 'oedegaard'],
    ['Ærø', 'aeroe'],
    ['Sœurs', 'soeurs'],
    ['Łódź', 'lodz'],
    ['Đakovo', 'dakovo'],
    ['Crème Brûlée à Alcañiz', 'creme-brulee-a-alcaniz'],
    ["O'Neil’s", 'oneils'],
    ['  (Nord) ', 'nord'],
    ['北京', ''],
    ['', ''],
  ])('the suggested slug for %j is %j', (name, slug) => {
    expect(suggestSlug(name)).toBe(slug);
  });

  it('a suggested slug has at most 63 characters and does not end in a dash', () => {
    expect(suggestSlug(`${'a'.repeat(62)} b`)).toBe('a'.repeat(62));
    expect(isSlug(suggestSlug('word '.repeat(40)))).toBe(true);
  });
});
