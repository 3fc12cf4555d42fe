import { createKeysOfPairs, createPairKey, formatPairKeys } from '@patchbay/tokens/pair-keys';
import { describe, expect, it } from 'vitest';
import { pairKeyProblems, pairKeysWith } from './pair-keys.ts';

const keys = createKeysOfPairs();

describe('the keys of pairs in a configuration', () => {
  it('a configuration without the key of a called or calling service is refused', () => {
    const text = formatPairKeys(keys.calling('gateway', ['identity', 'audit']));
    expect([...pairKeysWith(['identity'])(text).keys()]).toEqual(['identity', 'audit']);
    expect(() => pairKeysWith(['identity', 'organization', 'integration'])(text)).toThrow(
      /^must hold a key for organization, integration$/,
    );
  });

  it('a key that is both in CALLING_KEYS and CALLER_KEYS is refused', () => {
    const shared = createPairKey();
    const environment = {
      CALLING_KEYS: formatPairKeys(new Map([['organization', [createPairKey(), shared]]])),
      CALLER_KEYS: formatPairKeys(new Map([['gateway', [shared]]])),
    };
    expect(pairKeyProblems(environment)).toEqual(['CALLING_KEYS must hold no key that is in CALLER_KEYS']);
  });

  it('different keys in CALLING_KEYS and CALLER_KEYS are accepted', () => {
    const environment = {
      CALLING_KEYS: formatPairKeys(keys.calling('identity')),
      CALLER_KEYS: formatPairKeys(keys.callers('identity')),
    };
    expect(pairKeyProblems(environment)).toEqual([]);
    expect(pairKeyProblems({})).toEqual([]);
    expect(pairKeyProblems({ CALLING_KEYS: 'organization', CALLER_KEYS: 'gateway' })).toEqual([]);
  });
});
