import { expect, it } from 'vitest';
import { carriesDeviceCode } from './device-code.ts';

const portal = 'https://portal.example';
const device = `${portal}/device?user_code=WDJB-MJHT`;

/** An address as the value of a parameter of another, so many times. */
const nested = (path: string, times: number): string =>
  Array.from({ length: times }).reduce<string>(
    (address) => `${portal}${path}${encodeURIComponent(address)}`,
    device,
  );

it.each([
  device,
  `${portal}/device/?x=1&user_code=`,
  `${portal}/device?user%5Fcode=WDJB-MJHT`,
  `${portal}/any#user_code=WDJB-MJHT`,
  `${portal}/device?user\t_code=WDJB-MJHT`,
  `${portal}/sign-in?callbackURL=/device?user%09_code=WDJB-MJHT`,
  `${portal}/sign-in?callbackURL=${device}`,
  `${portal}/sign-in?x=%&y=%ff&callbackURL=${encodeURIComponent(device)}`,
  nested('/sign-in?callbackURL=', 1),
  nested('/sign-in?callbackURL=', 4),
  nested('/sign-in/verify?returnTo=', 2),
  nested('/invitations?returnUrl=', 2),
  nested('/invitations/', 1),
  nested('/#', 1),
  `${portal}/sign-in?callbackURL=${encodeURIComponent(encodeURIComponent(device))}`,
])('%s carries the code of a device', (address) => expect(carriesDeviceCode(address)).toBe(true));

it.each([
  portal,
  `${portal}/device?confirm=1`,
  `${portal}/sign-in?callbackURL=${encodeURIComponent(`${portal}/device`)}`,
  `${portal}/o/acme?q=100%25&code=a%zz`,
])('%s carries no code of a device', (address) => expect(carriesDeviceCode(address)).toBe(false));

it('an address that is encoded as often as its length allows is read to its end', () => {
  expect(carriesDeviceCode(`${portal}/?a=%${'25'.repeat(1_000)}5Fuser%${'25'.repeat(20)}5Fcode=`)).toBe(true);
});
