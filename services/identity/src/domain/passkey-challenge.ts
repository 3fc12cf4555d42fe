import { lifetimes } from '@patchbay/platform/lifetimes';
import { v7 as uuid } from 'uuid';

/** What an authenticator signs, sealed: nothing of it is stored until it is used. */
export interface PasskeyChallenge {
  /** Stored when it is used, so that it works once. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export const challengeSeconds = lifetimes.passkeyChallengeMinutes * 60;

export const newChallenge = (now: Date): PasskeyChallenge => ({
  id: uuid(),
  expiresAt: now.getTime() + challengeSeconds * 1000,
});

export const isLive = ({ expiresAt }: PasskeyChallenge, now: Date): boolean => now.getTime() < expiresAt;
