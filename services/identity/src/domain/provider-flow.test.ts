import { describe, expect, it } from 'vitest';
import { isLive, matchesState, startFlow } from './provider-flow.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const flow = startFlow(
  { provider: 'google', state: 's', nonce: 'n', codeVerifier: 'v', callbackUrl: 'https://portal.example' },
  start,
);

describe('a sign-in at a provider', () => {
  it('a sign-in at a provider can be completed within ten minutes, at the provider that it began at', () => {
    expect(isLive(flow, 'google', after(599))).toBe(true);
    expect(isLive(flow, 'google', after(600))).toBe(false);
    expect(isLive(flow, 'microsoft', after(1))).toBe(false);
  });

  it.each([
    ['state=s&code=c', true],
    ['code=c', false],
    ['state=', false],
    ['state=t', false],
    ['state=s&state=s', false],
    ['state=s&state=t', false],
  ])('the redirect back is checked: %s: %s', (query, expected) => {
    expect(matchesState(new URLSearchParams(query), flow)).toBe(expected);
  });
});
