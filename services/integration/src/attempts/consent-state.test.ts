import { sealedJson } from '@patchbay/sealing/sealed-value';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { describe, expect, it } from 'vitest';
import { type ConsentState, openState, sealState } from './consent-state.ts';

const sealer = createSealer(parseSealingKeys(generateSealingKey()));
const state: ConsentState = { id: 'a', integrationId: 'b', linkId: 'c', expiresAt: 1, codeVerifier: 'd' };

describe('the state of a consent', () => {
  it('comes back as it was, in characters that need no escape in a URL', () => {
    const text = sealState(sealer, state);
    expect(text).toMatch(/^[\w.-]+$/);
    expect(text.length).toBeLessThan(1_000);
    expect(openState(sealer, text)).toEqual(state);
  });

  it('does not open where it was altered, sealed for another purpose or elsewhere, or is no state', () => {
    const text = sealState(sealer, state);
    const elsewhere = createSealer(parseSealingKeys(generateSealingKey()));
    const other = sealedJson<ConsentState>('something else').seal(sealer, state);
    for (const wrong of [`${text}A`, text.slice(1), '', '.', 'x.y', other, sealState(elsewhere, state)])
      expect(openState(sealer, wrong)).toBeUndefined();
    expect(openState(sealer, `${text}${'A'.repeat(5_000)}`)).toBeUndefined();
  });
});
