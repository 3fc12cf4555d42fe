import { isUnconfirmed, problemOf } from '../../api/answer.ts';
import { createStore } from './store.ts';

export interface PendingConfirmation {
  /** The operation of the API that the person is asked to confirm. */
  readonly operation: string;
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

function requestConfirmation(operation: string): Promise<boolean> {
  const running = pending.get();
  if (running !== undefined) return running.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  pending.set({ operation, answer: promise, resolve });
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
    if (!isUnconfirmed(problemOf(error)) || !(await requestConfirmation(operation))) throw error;
    return await call();
  }
}
