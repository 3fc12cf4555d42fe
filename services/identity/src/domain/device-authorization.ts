import { randomInt } from 'node:crypto';

/** A device that waits to be let in (RFC 8628), as it is kept: without its device code. */
export interface DeviceAuthorization {
  readonly userCode: string;
  readonly expiresAt: Date;
  /** Seconds between two polls. */
  readonly interval: number;
  readonly polledAt: Date | null;
  readonly decision: 'approved' | 'denied' | null;
}

export const deviceSeconds = 600;
export const pollSeconds = 5;

/** Letters that are not taken for one another or for digits, and form no words: section 6.1 of the RFC. 34 bits in eight. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;

export const newUserCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** In two halves, as people read it. */
export const shownUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** What somebody typed, as it is kept: without case, dashes and spaces. */
export const userCodeOf = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

export const startDevice = (userCode: string, now: Date): DeviceAuthorization => ({
  userCode,
  expiresAt: new Date(now.getTime() + deviceSeconds * 1000),
  interval: pollSeconds,
  polledAt: null,
  decision: null,
});

export type PollError = 'authorization_pending' | 'slow_down' | 'expired_token' | 'access_denied';

/**
 * The poll of an undecided device, and the device after it. `slow_down` is for polls that come too soon, and makes the
 * interval five seconds longer from then on.
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
