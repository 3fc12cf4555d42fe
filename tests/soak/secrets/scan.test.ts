import { expect, it } from 'vitest';
import { createScan, formsOf } from './scan.ts';

const token = { what: 'a token', value: 'access-token-0123456789' };
const password = { what: 'a password', value: 'access-password-9876' };
const scan = createScan([token, password]);

it('a scan tells each secret and place once, with what stands around it', () => {
  const log = { where: 'a log', text: `one ${token.value} two ${token.value}` };
  const row = { where: 'a row', text: Buffer.from(`u:${password.value}`).toString('base64') };
  expect(scan([log, row])).toEqual([
    `a token in a log: …one ${token.value} two ${token.value}…`,
    expect.stringMatching(/^a password in a row: /),
  ]);
});

it('a scan tells secrets apart that begin alike', () => {
  expect(scan([{ where: 'a log', text: 'access-p access-token-01234567 access-password-987' }])).toEqual([]);
});

it('a scan finds a secret at the very end', () => {
  expect(scan([{ where: 'a log', text: `=${token.value}` }])).toHaveLength(1);
});

const secret = 'p/ss+w"rd\\ of ünë 1234';
const isIn = (text: string): boolean => formsOf(secret).some((form) => text.includes(form));

it.each([
  ['as it is', `before ${secret} after`],
  ['in JSON', JSON.stringify({ secret })],
  ['in JSON inside of JSON', JSON.stringify({ line: JSON.stringify({ secret }) })],
  ['in a path', `/v1/${encodeURIComponent(secret)}/`],
  ['in a path with small letters', encodeURIComponent(secret).toLowerCase()],
  ['in a form', new URLSearchParams({ secret }).toString()],
  ['in hex', Buffer.from(`x${secret}y`).toString('hex')],
  ['in hex with capitals', Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in base64 after one byte', Buffer.from(`x${secret}`).toString('base64')],
  ['in base64 between others', Buffer.from(`client:${secret}:more`).toString('base64')],
  ['in base64url', Buffer.from(`xy${secret}z`).toString('base64url')],
])('the forms of a secret are found %s', (_, text) => {
  expect(isIn(text)).toBe(true);
});

it.each([
  ['another secret', secret.replace('1234', '1235')],
  ['the base64 of another one', Buffer.from(secret.replace('1234', '1235')).toString('base64')],
])('the forms of a secret are not found in %s', (_, text) => {
  expect(isIn(text)).toBe(false);
});

it('the forms of a secret are none of a short word', () => {
  expect(() => formsOf('v22')).toThrow('too short');
});
