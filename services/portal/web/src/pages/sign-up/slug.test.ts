import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSlug, suggestSlug } from './slug.ts';

const document = JSON.parse(
  readFileSync(new URL('../../../../../gateway/openapi.json', import.meta.url), 'utf8'),
) as { components: { schemas: { SignUp: { properties: { organizationSlug: { pattern: string } } } } } };
const pattern = new RegExp(document.components.schemas.SignUp.properties.organizationSlug.pattern);

describe('a slug', () => {
  it.each(['acme', 'a', '4ever', 'acme-media-2', 'acme-', ' acme ', 'a'.repeat(63)])('is %j', (typed) => {
    expect(isSlug(typed)).toBe(true);
    expect(pattern.test(typed)).toBe(true);
  });

  it.each(['', '-acme', 'Acme', 'acme media', 'acmé', 'acme.media', 'a'.repeat(64)])('is not %j', (typed) => {
    expect(isSlug(typed)).toBe(false);
    expect(pattern.test(typed)).toBe(false);
  });
});

describe('the slug that is suggested for a name', () => {
  it.each([
    ['Acme', 'acme'],
    ['Acme Media', 'acme-media'],
    ['Müller & Söhne', 'muller-sohne'],
    ['Straße 7', 'strasse-7'],
    ['Ødegård', 'odegard'],
    ["O'Neil’s", 'oneils'],
    ['  (Nord) ', 'nord'],
    ['北京', ''],
    ['', ''],
  ])('of %j is %j', (name, slug) => {
    expect(suggestSlug(name)).toBe(slug);
  });

  it('is cut to what the API takes, and never ends in a dash', () => {
    expect(suggestSlug(`${'a'.repeat(62)} b`)).toBe('a'.repeat(62));
    expect(isSlug(suggestSlug('word '.repeat(40)))).toBe(true);
  });
});
