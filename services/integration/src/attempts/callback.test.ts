import { describe, expect, it } from 'vitest';
import { readCallback, stateIn } from './callback.ts';

const read = (query: string) => readCallback(new URLSearchParams(query));

describe('a callback', () => {
  it.each([
    ['code=c', { kind: 'code', code: 'c' }],
    ['auth_code=a', { kind: 'code', code: 'a' }],
    ['code=c&auth_code=a', { kind: 'code', code: 'c' }],
    ['code=c&scope=x&anything=y', { kind: 'code', code: 'c' }],
    ['', { kind: 'incomplete' }],
    ['code=', { kind: 'incomplete' }],
    ['code=c&code=d', { kind: 'incomplete' }],
    ['auth_code=c&auth_code=d', { kind: 'incomplete' }],
    ['error=access_denied&error=server_error', { kind: 'incomplete' }],
    ['error=access_denied', { kind: 'declined' }],
    ['error=access_denied&code=c', { kind: 'declined' }],
    ['error=user_cancelled_login', { kind: 'declined' }],
    ['error=server_error', { kind: 'failed', failure: { kind: 'transient', code: 'server_error' } }],
    ['error=unauthorized_client', { kind: 'failed', failure: { kind: 'ours', code: 'unauthorized_client' } }],
    ['error=invalid_scope', { kind: 'failed', failure: { kind: 'ours', code: 'invalid_scope' } }],
    ['error=consent_required', { kind: 'declined' }],
    ['error=login_required', { kind: 'declined' }],
    ['error=interaction_required', { kind: 'declined' }],
    ['error=Any', { kind: 'incomplete' }],
    ['error=constructor', { kind: 'incomplete' }],
    ['error=Any&code=c', { kind: 'incomplete' }],
  ])('with %j', (query, expected) => {
    expect(read(query)).toMatchObject(expected);
  });

  it('shows nothing of what a provider or anybody else wrote', () => {
    const callback = read('error=server_error&error_description=written');
    expect(JSON.stringify(callback) + String(callback.kind === 'failed' && callback.failure)).not.toContain(
      'written',
    );
  });

  it('has one state or none', () => {
    expect(stateIn(new URLSearchParams('state=s&code=c'))).toBe('s');
    expect(stateIn(new URLSearchParams('state=s&state=s'))).toBeUndefined();
    expect(stateIn(new URLSearchParams('code=c'))).toBeUndefined();
  });
});
