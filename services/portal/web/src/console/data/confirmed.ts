import { isUnconfirmed, problemOf } from '../../api/answer.ts';

/**
 * What the proof is for. `passkey`: a new passkey, for which somebody who has one must use it. `change`: everything else, for which any
 * fresh proof will do.
 */
export type Purpose = 'change' | 'passkey';

interface Asked {
  readonly purpose: Purpose;
  readonly answer: Promise<boolean>;
  readonly resolve: (isConfirmed: boolean) => void;
}

/** What waits for the person to prove who they are. Several calls that are refused at the same time wait for one answer. */
let asked: Asked | undefined;
const listeners = new Set<() => void>();

export const askedFor = (): Purpose | undefined => asked?.purpose;

export const onAsked = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function changed(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Ends the waiting. */
export function answerAsked(isConfirmed: boolean): void {
  const last = asked;
  changed(undefined);
  last?.resolve(isConfirmed);
}

function ask(purpose: Purpose): Promise<boolean> {
  if (asked === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    changed({ purpose, answer: promise, resolve });
    return promise;
  }
  return asked.answer;
}

/**
 * Calls the API. Where it wants a fresh proof of who the person is, asks them for it and calls again. Rejects with the refusal if they
 * cancel. Has no time limit: the refused call is over while they decide.
 */
export async function confirmed<T>(call: () => Promise<T>, purpose: Purpose = 'change'): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isUnconfirmed(problemOf(error)) || !(await ask(purpose))) throw error;
    return await call();
  }
}
