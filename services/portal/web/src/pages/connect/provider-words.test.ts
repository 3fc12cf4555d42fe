import { describe, expect, it } from 'vitest';
import { en } from '../../words/en.ts';
import { catalogue } from './catalogue.fixture.ts';
import { providerWords } from './provider-words.ts';

describe('the words about providers', async () => {
  const providers = await catalogue();

  it('every provider of the catalogue has words, and no other', () => {
    const { other: _, ...own } = en.providers;
    expect(Object.keys(own).toSorted()).toEqual(providers.map(({ provider }) => provider).toSorted());
  });

  it.each(providers)(
    'the words of $provider say what becomes possible, what does not, and the host of the consent page',
    (listed) => {
      const { host, possible, impossible } = providerWords(en.providers, listed.provider);
      for (const sentence of [...possible, ...impossible]) expect(sentence).toMatch(/^[A-Z].*[^!]\.$/);
      expect(possible.length).toBeGreaterThan(0);
      expect(impossible.length).toBeGreaterThan(0);
      expect(host !== undefined).toBe(listed.authMethod === 'oauth');
      expect(host ?? 'none').toMatch(/^[a-z0-9.-]+$/);
    },
  );

  it('an unknown provider has general words', () => {
    expect(providerWords(en.providers, 'constructor')).toBe(en.providers.other);
    expect(providerWords(en.providers, 'newest')).toBe(en.providers.other);
  });
});
