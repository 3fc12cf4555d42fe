import { createContextValues } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';
import { ada } from '../fixtures/callers.fixture.ts';
import { onBehalfOf, onBehalfOfKey, tokenForKey } from './call-options.ts';
import { type VerifiedCall, verifiedCallKey } from './caller.ts';

const contextOf = (call: VerifiedCall, { withTokens = true } = {}) => {
  const values = createContextValues().set(verifiedCallKey, call);
  if (withTokens) values.set(tokenForKey, (audience) => `for ${audience}`);
  return { values, signal: new AbortController().signal, timeoutMs: () => 0.5 };
};

describe('a call on behalf of the caller', () => {
  it("a call on behalf of the caller has the caller's token and a timeout of at least 1 ms", () => {
    const { contextValues, timeoutMs } = onBehalfOf(contextOf({ ...ada, calledBy: 'gateway' }));
    expect(contextValues.get(onBehalfOfKey)?.('organization')).toBe('for organization');
    expect(timeoutMs).toBe(1);
  });

  it('a call on behalf of `system` is a call of this service for itself', () => {
    const system: VerifiedCall = { ...ada, caller: { type: 'system' }, calledBy: 'gateway' };
    expect(onBehalfOf(contextOf(system)).contextValues.get(onBehalfOfKey)).toBeUndefined();
  });

  it('a call on behalf of a caller whose token is missing is refused', () => {
    expect(() => onBehalfOf(contextOf({ ...ada, calledBy: 'gateway' }, { withTokens: false }))).toThrow(
      'a call without tokens of its caller cannot be passed on',
    );
  });

  it('a caller is not passed on a second time', () => {
    expect(() => onBehalfOf(contextOf({ ...ada, calledBy: 'identity' }))).toThrow(
      'a call of identity cannot be passed on a second time',
    );
  });
});
