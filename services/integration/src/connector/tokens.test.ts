import { describe, expect, it } from 'vitest';
import { loggedIn } from './token-login.ts';
import { tokenAt, tokensIn } from './tokens.ts';

describe('the access token of an answer', () => {
  it('the access token is found at its path', () => {
    expect(tokenAt({ data: { token: 'Atza|a-b_c.d=' } }, 'data', 'token')).toBe('Atza|a-b_c.d=');
  });

  it.each([undefined, null, {}, { token: '' }, { token: null }, { token: {} }])(
    'an answer without an access token is transient: %j',
    (answer) => {
      expect(() => tokenAt(answer, 'token')).toThrow(
        expect.objectContaining({ kind: 'transient', code: 'no access token in the answer' }),
      );
    },
  );

  it.each(['a\nb', 'a\r\nX-Other: b', 'tök', 'a\u0000', 'a\u2013b'])(
    'an access token that no header can carry is refused: %j',
    (token) => {
      expect(() => tokenAt({ token }, 'token')).toThrow(
        expect.objectContaining({ kind: 'transient', code: 'the access token cannot be sent in a header' }),
      );
    },
  );
});

const now = new Date('2026-11-15T12:00:00.000Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

describe('tokens of an answer', () => {
  it('tokens expire as the answer says and are renewed before', () => {
    expect(tokensIn({ access_token: 'a', refresh_token: 'r', expires_in: 3600 }, now)).toEqual({
      secrets: { accessToken: 'a', refreshToken: 'r' },
      expiresAt: later(3600),
      renewAt: later(2880),
      endsAt: null,
    });
  });

  it.each([
    ['1e308', null],
    [315_360_001, null],
    [315_360_000, later(315_360_000)],
    ['NaN', null],
    [-1, null],
  ])(
    'a token lifetime of %j seconds leads to the end %j, and more than ten years to none',
    (seconds, end) => {
      const answer = { access_token: 'a', expires_in: seconds, refresh_token_expires_in: seconds };
      expect(tokensIn(answer, now)).toMatchObject({ expiresAt: end, endsAt: end });
      const login = { accessToken: 'a', expiresIn: Number(seconds) };
      expect(loggedIn({}, login, now).expiresAt).toEqual(end);
    },
  );

  it('a refresh token that the answer leaves out is kept, as are other secrets', () => {
    const kept = {
      secrets: { refreshToken: 'r', accessToken: 'old', more: 'm' },
      expiresAt: null,
      renewAt: null,
      endsAt: later(9),
    };
    expect(tokensIn({ access_token: 'a', expires_in: '60' }, now, kept)).toEqual({
      secrets: { accessToken: 'a', refreshToken: 'r', more: 'm' },
      expiresAt: later(60),
      renewAt: later(48),
      endsAt: later(9),
    });
  });

  it('a new refresh token replaces the earlier one', () => {
    const kept = tokensIn({ access_token: 'a', refresh_token: 'r1' }, now);
    expect(tokensIn({ access_token: 'b', refresh_token: 'r2' }, now, kept).secrets).toEqual({
      accessToken: 'b',
      refreshToken: 'r2',
    });
  });

  it('tokens without a refresh token or without an end are not renewed ahead', () => {
    expect(tokensIn({ access_token: 'a', expires_in: 3600 }, now).renewAt).toBeNull();
    expect(tokensIn({ access_token: 'a', refresh_token: 'r' }, now)).toMatchObject({
      renewAt: null,
      expiresAt: null,
    });
  });

  it('the authorization ends when the refresh token does', () => {
    const answer = {
      access_token: 'a',
      refresh_token: 'r',
      expires_in: 60,
      refresh_token_expires_in: 5_184_000,
    };
    expect(tokensIn(answer, now).endsAt).toEqual(later(5_184_000));
  });

  it.each([undefined, null, {}, { access_token: '' }, 'text'])(
    'an answer without tokens is transient: %j',
    (answer) => {
      expect(() => tokensIn(answer, now)).toThrow('unavailable');
    },
  );

  it('the authorization has no end when the answer names none that can be read', () => {
    expect(tokensIn({ access_token: 5, expires_in: 'x' }, now).expiresAt).toBeNull();
  });
});
