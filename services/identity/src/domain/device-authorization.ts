import { randomInt } from 'node:crypto';
import { lifetimes } from '@patchbay/platform/lifetimes';

/** A device sign-in (RFC 8628) as it is stored. Of the device code only a digest is stored, which is not part of this. */
export interface DeviceAuthorization {
  readonly userCode: string;
  readonly expiresAt: Date;
  /** Seconds between two polls. */
  readonly interval: number;
  readonly polledAt: Date | null;
  readonly decision: 'approved' | 'denied' | null;
  /** Of the device that asks, for the person who decides. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
}

export const deviceSeconds = lifetimes.deviceCodeMinutes * 60;
export const pollSeconds = 5;

/** Consonants that are not mistaken for each other or for digits and form no words (RFC 8628, 6.1). Eight are 34 bits. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;

export const newUserCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Two groups of four with a dash between them, for display. */
export const formatUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** A typed user code in its stored form: upper case, without dashes and spaces. */
export const normalizeUserCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

export const startDevice = (
  userCode: string,
  { ipAddress, userAgent }: Pick<DeviceAuthorization, 'ipAddress' | 'userAgent'>,
  now: Date,
): DeviceAuthorization => ({
  userCode,
  ipAddress,
  userAgent,
  createdAt: now,
  expiresAt: new Date(now.getTime() + deviceSeconds * 1000),
  interval: pollSeconds,
  polledAt: null,
  decision: null,
});

/** `unknown_code`: no device has the code. It counts as a failed credential; a code that has expired does not. */
export type PollError =
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'access_denied'
  | 'unknown_code';

/**
 * The answer to a poll before the decision, and the device to store after it. A poll before the interval has passed gets
 * `slow_down` and makes the interval of this device five seconds longer for good.
 */
export function pollUndecided(
  device: DeviceAuthorization,
  now: Date,
): { error: Extract<PollError, 'authorization_pending' | 'slow_down'>; device: DeviceAuthorization } {
  const tooSoon =
    device.polledAt !== null && now.getTime() - device.polledAt.getTime() < device.interval * 1000;
  const polled = { ...device, polledAt: now };
  return tooSoon
    ? { error: 'slow_down', device: { ...polled, interval: device.interval + pollSeconds } }
    : { error: 'authorization_pending', device: polled };
}
