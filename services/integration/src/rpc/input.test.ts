import { describe, expect, it } from 'vitest';
import { returnUrlOf } from './input.ts';

const production = 'https://api.example';
const development = 'http://localhost:3000';

const problemsOf = (text: string, publicUrl: string): readonly string[] => {
  try {
    returnUrlOf(text, publicUrl);
  } catch (error) {
    const { code, problems } = error as {
      code?: string;
      problems?: readonly { path: string; message: string }[];
    };
    expect(code).toBe('invalid');
    return (problems ?? []).map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
};

describe('the return URL', () => {
  it.each([
    'https://app.example',
    'https://app.example/done?client=7&x=a%20b#top',
    'HTTPS://APP.EXAMPLE/',
    'https://[2001:db8::1]:8443/',
    'https://bücher.example/ende',
    `https://app.example/${'a'.repeat(2_028)}`,
  ])('the return URL may be %s, and is stored as it was sent', (text) => {
    expect(returnUrlOf(text, production)).toBe(text);
  });

  it.each(['ä', '漢', '😀'])(
    'the return URL has at most 2,048 bytes after %s is percent-encoded, also where it leads elsewhere',
    (sign) => {
      const longest = `https://app.example/${sign.repeat(Math.floor(2_028 / encodeURIComponent(sign).length))}`;
      expect(returnUrlOf(longest, production)).toBe(longest);
      const refused = ['returnUrl: must have at most 2048 bytes, counted as a percent-encoded address'];
      expect(problemsOf(longest + sign, production)).toEqual(refused);
      expect(problemsOf(`https://app.example/${sign.repeat(1_100)}/../`, production)).toEqual(refused);
    },
  );

  it('the return URL is trimmed', () => {
    expect(returnUrlOf(' https://app.example/done\n', production)).toBe('https://app.example/done');
  });

  it.each(['http://localhost:5173/done', 'http://127.0.0.1/', 'http://[::1]:8080/', 'http://app.localhost/'])(
    'the return URL may be %s only when the API itself is on http and loopback',
    (text) => {
      expect(returnUrlOf(text, development)).toBe(text);
      expect(problemsOf(text, production)).toEqual(['returnUrl: must begin with https://']);
      expect(problemsOf(text, 'http://api.internal')).toEqual(['returnUrl: must begin with https://']);
      expect(problemsOf(text, 'https://localhost:3000')).toEqual(['returnUrl: must begin with https://']);
    },
  );

  it.each(['http://app.example/', 'http://127.0.0.1.example/', 'http://10.0.0.1/'])(
    'the return URL is never http outside loopback: %s',
    (text) => {
      expect(problemsOf(text, development)).toEqual([
        'returnUrl: must begin with https://, or with http:// on loopback',
      ]);
    },
  );

  it.each([
    'https://portal.example/device?user_code=WDJB-MJHT',
    'https://portal.example/sign-in?callbackURL=https%3A%2F%2Fportal.example%2Fdevice%3Fuser_code%3DWDJB-MJHT',
  ])('the return URL carries no code of a device: %s', (text) => {
    expect(problemsOf(text, production)).toEqual(['returnUrl: must not carry the code of a device']);
  });

  it.each([
    'app.example',
    '//app.example',
    'https:app.example',
    'https://',
    'javascript:alert(1)',
    'https:\\\\app.example',
    'https://app.example\\@evil.example',
    'https://app.example/a b',
  ])('the return URL must be absolute: %s', (text) => {
    expect(problemsOf(text, development)).toEqual(['returnUrl: must be an address beginning with https://']);
  });

  it.each(['https://ada@app.example/', 'https://:secret@app.example/', 'https://bank.example@evil.example/'])(
    'the return URL has no user name or password: %s',
    (text) => {
      expect(problemsOf(text, production)).toEqual(['returnUrl: must not contain a user name or a password']);
    },
  );

  it('the return URL has at most 2,048 characters, none of them invisible', () => {
    expect(problemsOf(`https://app.example/${'a'.repeat(2_029)}`, production)).toEqual([
      'returnUrl: must have 1 to 2048 characters',
    ]);
    expect(problemsOf('', production)).toEqual(['returnUrl: must have 1 to 2048 characters']);
    expect(problemsOf('https://app.example/\u202edone', production)).toEqual([
      'returnUrl: must not contain invisible characters',
    ]);
    expect(problemsOf('https://app.example/\u0007', production)).toEqual([
      'returnUrl: must not contain control characters',
    ]);
  });
});
