import { isUnconfirmed, problemOf } from '../../api/answer.ts';

interface Asked {
  readonly answer: Promise<boolean>;
  readonly resolve: (isConfirmed: boolean) => void;
}

/** What waits for the person to prove who they are. Several calls that are refused at the same time wait for one answer. */
let asked: Asked | undefined;
const listeners = new Set<() => void>();

export const isAsked = (): boolean => asked !== undefined;

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

function ask(): Promise<boolean> {
  if (asked === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    changed({ answer: promise, resolve });
    return promise;
  }
  return asked.answer;
}

/**
 * Calls the API. Where it wants a fresh proof of who the person is, asks them for it and calls again. Rejects with the refusal if they
 * cancel. Has no time limit: the refused call is over while they decide.
 */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isUnconfirmed(problemOf(error)) || !(await ask())) throw error;
    return await call();
  }
}
