import { describe, expect, it } from 'vitest';
import { identityOf } from './provider-identity.ts';

const claims = { iss: 'https://issuer.example', sub: '1', email: 'Ada@Acme.example', name: 'Ada Lovelace' };

describe('an identity of a provider', () => {
  it('an identity is the issuer and the subject of the token', () => {
    expect(identityOf('google', claims)).toMatchObject({ issuer: 'https://issuer.example', subject: '1' });
  });

  it.each([
    ['google', { email_verified: true, hd: 'acme.example' }],
    ['google', { email_verified: true, hd: 'Acme.Example' }],
    ['microsoft', { xms_edov: true }],
    ['microsoft', { xms_edov: 1 }],
    ['microsoft', { xms_edov: '1' }],
    ['microsoft', { email_verified: true }],
  ] as const)('an identity of %s has the address that %j verifies, in lower case', (provider, vouched) => {
    expect(identityOf(provider, { ...claims, ...vouched }).email).toBe('ada@acme.example');
  });

  it.each([
    ['google', {}],
    ['google', { email_verified: 'true' }],
    ['google', { xms_edov: true, hd: 'acme.example' }],
    ['google', { email_verified: true }],
    ['google', { email_verified: true, hd: '' }],
    ['google', { email_verified: true, hd: 'example' }],
    ['google', { email_verified: true, hd: 'sub.acme.example' }],
    ['google', { email_verified: true, hd: ['acme.example'] }],
    ['microsoft', {}],
    ['microsoft', { xms_edov: false }],
    ['microsoft', { xms_edov: '0' }],
    ['microsoft', { email_verified: 'true' }],
  ] as const)('an identity of %s has no address with the claims %j', (provider, vouched) => {
    expect(identityOf(provider, { ...claims, ...vouched }).email).toBeNull();
  });

  it.each([
    ['ada@gmail.com', true, 'ada@gmail.com'],
    ['ada@gmail.com', false, null],
    ['ada@gmail.com.example', true, null],
    ['ada@notgmail.com', true, null],
    ['ada@googlemail.com', true, null],
  ])('the address %s that Google verified (%s) without a domain is %s', (email, verified, expected) => {
    expect(identityOf('google', { ...claims, email, email_verified: verified }).email).toBe(expected);
  });

  it.each([
    undefined,
    7,
    '',
    'ada',
    '@acme.example',
    'a\u0000@c',
    'a\ud800@c',
    `${'a'.repeat(250)}@b.example`,
  ])('an identity has no address if the token has the claims %j', (email) => {
    expect(identityOf('microsoft', { ...claims, email, email_verified: true }).email).toBeNull();
  });

  it.each([
    ['  Ada  ', 'Ada'],
    ['Ada\u0000\nLovelace', 'Ada  Lovelace'],
    ['a'.repeat(300), 'a'.repeat(255)],
    ['Ada \ud800', 'Ada \ufffd'],
    ['', null],
    [7, null],
    [undefined, null],
    ['\u202eAda\u200b\u2066 Lovelace', 'Ada Lovelace'],
    ['\u200b\u3164', null],
  ])('an identity takes its name from the claim %j if it can be a display name', (name, expected) => {
    expect(identityOf('google', { ...claims, name }).name).toBe(expected);
  });

  it.each([
    ['https://people.example/ada.png', 'https://people.example/ada.png'],
    [`https://people.example/${'a'.repeat(2_025)}`, `https://people.example/${'a'.repeat(2_025)}`],
    [`https://people.example/${'a'.repeat(2_026)}`, null],
    [`https://people.example/${'é'.repeat(400)}`, null],
    ['http://people.example/ada.png', null],
    ['javascript:alert(1)', null],
    ['https://ada:secret@people.example/ada.png', null],
    ['', null],
    [7, null],
    [undefined, null],
  ])(
    'an identity has the picture %j only if it is an https URL of at most 2,048 characters',
    (picture, expected) => {
      expect(identityOf('google', { ...claims, picture }).image).toBe(expected);
    },
  );
});
