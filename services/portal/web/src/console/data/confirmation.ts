import { isUnconfirmed, problemOf } from '../../api/answer.ts';
import { createStore } from './store.ts';

/**
 * What the person confirms. `passkey`: a new passkey, which somebody who has one must confirm with it. `change`: everything else, for
 * which any fresh proof of identity will do.
 */
export type Purpose = 'change' | 'passkey';

interface PendingConfirmation {
  readonly purpose: Purpose;
  readonly answer: Promise<boolean>;
  readonly resolve: (isConfirmed: boolean) => void;
}

/** One confirmation at a time: several calls that are refused at the same time wait for the same one. */
const pending = createStore<PendingConfirmation | undefined>(undefined);

export const pendingPurpose = (): Purpose | undefined => pending.get()?.purpose;

/** Calls back when a confirmation is requested, and when it has ended. Returns the function that unsubscribes. */
export const onConfirmation = pending.subscribe;

/** `true`: the waiting calls are sent again. `false`: they reject. */
export function endConfirmation(isConfirmed: boolean): void {
  const last = pending.get();
  pending.set(undefined);
  last?.resolve(isConfirmed);
}

function requestConfirmation(purpose: Purpose): Promise<boolean> {
  const running = pending.get();
  if (running !== undefined) return running.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  pending.set({ purpose, answer: promise, resolve });
  return promise;
}

/**
 * Calls the API. If it demands a confirmation, asks the person for a fresh proof of identity and calls again. Rejects with the refusal if
 * they cancel. Has no time limit: no request is open while they decide.
 */
export async function withConfirmation<T>(call: () => Promise<T>, purpose: Purpose = 'change'): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isUnconfirmed(problemOf(error)) || !(await requestConfirmation(purpose))) throw error;
    return await call();
  }
}
