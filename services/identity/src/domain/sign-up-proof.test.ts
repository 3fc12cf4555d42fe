import { describe, expect, it } from 'vitest';
import { provenSignUp, proveSignUp } from './sign-up-proof.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const proof = proveSignUp({ signUpId: 'the-sign-up', email: 'ada@acme.example' }, now);

describe('the proof of a sign-up', () => {
  it('the proof names the sign-up for 24 hours', () => {
    expect(provenSignUp(proof, 'ada@acme.example', now)).toBe('the-sign-up');
    expect(provenSignUp(proof, 'ada@acme.example', after(86_399))).toBe('the-sign-up');
    expect(provenSignUp(proof, 'ada@acme.example', after(86_400))).toBeUndefined();
  });

  it('the proof does not count for another address, an unverified address, or if it is missing', () => {
    expect(provenSignUp(proof, 'grace@acme.example', now)).toBeUndefined();
    expect(provenSignUp(proof, null, now)).toBeUndefined();
    expect(provenSignUp(undefined, 'ada@acme.example', now)).toBeUndefined();
  });
});
