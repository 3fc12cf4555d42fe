import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, problem, sent } from '../../testing/api.ts';
import { address, fill, open, press, says } from '../../testing/page.tsx';
import { words } from '../../words/words.ts';

const text = words.device;

it('a device is looked up by the typed code, shown with what it says of itself, and allowed', async () => {
  await open('/device');
  await fill(text.code, 'wdjbmjht');
  expect(screen.getByLabelText<HTMLInputElement>(text.code).value).toBe('WDJB-MJHT');
  await press('button', text.next);
  expect(sent('getDeviceAuthorization')).toEqual([{ userCode: 'WDJB-MJHT' }]);
  expect(says('198.51.100.7') && says('28 hours ago')).toBe(true);
  expect(says(text.confirm.means('ada@acme.example'))).toBe(true);
  await press('button', text.confirm.approve);
  expect(sent('decideDeviceAuthorization')).toEqual([
    { body: { userCode: 'WDJB-MJHT', decision: 'approve' } },
  ]);
  expect(says(text.decided.approve.title)).toBe(true);
});

it('a device is denied, and another code can be entered', async () => {
  await open('/device');
  await fill(text.code, 'WDJB-MJHT');
  await press('button', text.next);
  await press('button', text.confirm.deny);
  expect(sent('decideDeviceAuthorization')).toMatchObject([{ body: { decision: 'deny' } }]);
  await press('button', text.decided.another);
  expect(screen.getByLabelText(text.code)).toBeDefined();
});

it("a device's link fills the code in, and nothing is looked up before a click", async () => {
  await open('/device?user_code=WDJBMJHT');
  expect(screen.getByLabelText<HTMLInputElement>(text.code).value).toBe('WDJB-MJHT');
  expect(sent('getDeviceAuthorization')).toEqual([]);
  await press('button', text.next);
  expect(address()).toBe('/device');
});

it('a code that is too short is not looked up', async () => {
  await open('/device');
  await fill(text.code, 'WDJB');
  await press('button', text.next);
  expect(says(text.codeError)).toBe(true);
  expect(sent('getDeviceAuthorization')).toEqual([]);
});

it('a code that no device has is asked for again, and stays in the field', async () => {
  await open('/device', { getDeviceAuthorization: problem(404) });
  await fill(text.code, 'AAAABBBB');
  await press('button', text.next);
  const field = screen.getByLabelText<HTMLInputElement>(text.code);
  expect(says(text.unknown('AAAA-BBBB'))).toBe(true);
  expect(field.value).toBe('AAAA-BBBB');
  expect(document.activeElement).toBe(field);
});

it('too many wrong codes end the session, and the page says so', async () => {
  await open('/device');
  await fill(text.code, 'AAAABBBB');
  answer({ getDeviceAuthorization: problem(401), getSession: problem(401) });
  await press('button', text.next);
  expect(says(text.ended)).toBe(true);
});

it('a device that needs a fresh proof asks for it before it is allowed, and a cancel leaves it waiting', async () => {
  await open('/device?confirm=1&user_code=WDJBMJHT');
  await press('button', text.next);
  await press('button', text.confirm.approve);
  expect(says(words.confirmation.title)).toBe(true);
  expect(sent('decideDeviceAuthorization')).toEqual([]);
  await press('button', words.confirmation.cancel);
  expect(says(text.confirm.title)).toBe(true);
});

it('somebody who is not signed in is asked to sign in first', async () => {
  await open('/device', { getSession: problem(401) });
  expect(says(text.signInLead)).toBe(true);
});

it('a sign-in on the page of a device comes back to it without the code, which no parameter carries', async () => {
  const device = encodeURIComponent('https://app.patchbay.example/device?user_code=WDJB-MJHT');
  await open(`/device?confirm=1&user_code=WDJBMJHT&x=${device}&callbackURL=%2F`, {
    getSession: problem(401),
  });
  await fill(words.signIn.email, 'ada@acme.example');
  await press('button', words.signIn.send);
  expect(sent('requestSignInLink')).toEqual([
    { body: { email: 'ada@acme.example', callbackURL: 'https://app.patchbay.example/device?confirm=1' } },
  ]);
});
