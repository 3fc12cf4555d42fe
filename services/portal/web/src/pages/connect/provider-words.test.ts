import { describe, expect, it } from 'vitest';
import { en } from '../../words/en.ts';
import { catalogue } from './catalogue.fixture.ts';
import { grantedWith, providerWords } from './provider-words.ts';

describe('the words about providers', async () => {
  const providers = await catalogue();

  it('every provider of the catalogue has words, and no other', () => {
    const { other: _, ...own } = en.providers;
    expect(Object.keys(own).toSorted()).toEqual(providers.map(({ provider }) => provider).toSorted());
  });

  it.each(providers)(
    'the words of $provider say what becomes possible, what does not, and the host of the consent page',
    (listed) => {
      const {
        login,
        host,
        read,
        manage = [],
        impossible,
        onlyReads,
      } = providerWords(en.providers, listed.provider);
      for (const sentence of [...read, ...manage, ...impossible, onlyReads])
        expect(sentence).toMatch(/^[A-Z].*[^!]\.$/);
      expect(read.length).toBeGreaterThan(0);
      expect(impossible.length).toBeGreaterThan(0);
      for (const consent of [login, host]) expect(consent !== undefined).toBe(listed.authMethod === 'oauth');
      expect(host ?? 'none').toMatch(/^[a-z0-9.-]+$/);
    },
  );

  it.each(providers)(
    'the words of $provider promise changes only if it can be managed, and say whether Patchbay blocks them',
    ({ provider, use }) => {
      const known = providerWords(en.providers, provider);
      expect(known.manage !== undefined).toBe(use.access.includes('manage'));
      expect(known.read.join()).not.toMatch(/create|change/i);
      expect(known.onlyReads.includes('Patchbay blocks')).toBe(use.hasReadScope !== true);
    },
  );

  it('an integration that only reads is told so, and one that manages can do more', () => {
    const { read, manage, impossible, onlyReads } = en.providers.google_ads;
    expect(grantedWith(en.providers.google_ads, 'read')).toEqual({
      possible: read,
      impossible: [...impossible, onlyReads],
    });
    expect(grantedWith(en.providers.google_ads, 'manage')).toEqual({
      possible: [...read, ...manage],
      impossible,
    });
  });

  it('an unknown provider has general words', () => {
    expect(providerWords(en.providers, 'constructor')).toBe(en.providers.other);
    expect(providerWords(en.providers, 'newest')).toBe(en.providers.other);
  });
});
