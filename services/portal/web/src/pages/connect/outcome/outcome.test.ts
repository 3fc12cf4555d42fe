import { describe, expect, it } from 'vitest';
import { outcomeIn, toldIn } from './outcome.ts';

describe('the address of an outcome', () => {
  it.each([
    ['?outcome=connected', 'connected'],
    ['?outcome=declined', 'declined'],
    ['?outcome=failed', 'failed'],
    ['?outcome=retry', 'retry'],
    ['?outcome=used', 'used'],
    ['?outcome=expired', 'expired'],
    ['?outcome=constructor', 'failed'],
    ['', 'failed'],
  ])('%s is %s', (search, outcome) => expect(outcomeIn(search)).toBe(outcome));

  it('tells the account of a success, the reason and the request of a failure, and nothing else', () => {
    const hash = '#account=M%C3%BCller+%26+S%C3%B6hne&reason=Try+again+later.&requestId=r-1&more=x';
    expect(toldIn(hash, 'connected')).toEqual({ account: 'Müller & Söhne' });
    for (const outcome of ['failed', 'retry'] as const)
      expect(toldIn(hash, outcome)).toEqual({ reason: 'Try again later.', requestId: 'r-1' });
    for (const outcome of ['used', 'expired'] as const)
      expect(toldIn(hash, outcome)).toEqual({ requestId: 'r-1' });
    expect(toldIn(hash, 'declined')).toEqual({});
    expect(toldIn('', 'connected')).toEqual({});
    expect(toldIn('#account=+', 'connected')).toEqual({});
  });

  it('is cut where it is too long', () => {
    expect(toldIn(`#account=${'ä'.repeat(300)}`, 'connected').account).toBe('ä'.repeat(200));
    expect(toldIn(`#reason=${'x'.repeat(600)}`, 'failed').reason).toHaveLength(500);
  });
});
