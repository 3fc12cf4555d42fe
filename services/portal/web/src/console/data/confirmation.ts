import { type ConfirmedAction, isConfirmedAction } from '@patchbay/platform/confirmed-actions';
import { isUnconfirmed, problemOf } from '../../api/answer.ts';
import { createStore } from './store.ts';

/** What the person is asked to confirm. Undefined: an operation that these pages have no words for. */
type Confirmed = ConfirmedAction | undefined;

export interface PendingConfirmation {
  readonly action: Confirmed;
  readonly answer: Promise<boolean>;
  readonly resolve: (isConfirmed: boolean) => void;
}

/** One confirmation at a time: several calls that are refused at the same time wait for the same one. */
const pending = createStore<PendingConfirmation | undefined>(undefined);

export const pendingConfirmation = (): PendingConfirmation | undefined => pending.get();

/** Calls back when a confirmation is requested, and when it has ended. Returns the function that unsubscribes. */
export const onConfirmation = pending.subscribe;

/** `true`: the waiting calls are sent again. `false`: they reject. */
export function endConfirmation(isConfirmed: boolean): void {
  const last = pending.get();
  pending.set(undefined);
  last?.resolve(isConfirmed);
}

function requestConfirmation(action: Confirmed): Promise<boolean> {
  const running = pending.get();
  if (running !== undefined) return running.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  pending.set({ action, answer: promise, resolve });
  return promise;
}

/**
 * Calls an operation of the API. If it demands a confirmation, asks the person for a fresh proof of identity and calls again. Rejects with
 * the refusal if they cancel. Has no time limit: no request is open while they decide.
 */
export async function withConfirmation<T>(operation: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const action = isConfirmedAction(operation) ? operation : undefined;
    if (!isUnconfirmed(problemOf(error)) || !(await requestConfirmation(action))) throw error;
    return await call();
  }
}
