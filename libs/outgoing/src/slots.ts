import { OutgoingError } from './outgoing.ts';

export interface SlotsOptions {
  /** For errors. */
  readonly host: string;
  /** How many requests run at the same time. */
  readonly atOnce: number;
  /** How many wait for a slot; further ones are refused. */
  readonly maxWaiting: number;
}

export interface Slots {
  /**
   * Resolves with the function that gives the slot back, to be called once. Waits if all are taken, first come, first served.
   * Rejects with `busy` after `timeoutMs` or if too many wait already, and with `canceled` when the signal aborts.
   */
  take(timeoutMs: number, signal: AbortSignal | undefined): Promise<() => void>;
  readonly taken: number;
}

/** Bounds the concurrent requests to one host, so that a slow one takes neither all connections nor all memory. */
export function createSlots({ host, atOnce, maxWaiting }: SlotsOptions): Slots {
  const line: (() => void)[] = [];
  let taken = 0;

  const release = (): void => {
    const next = line.shift();
    if (next === undefined) taken -= 1;
    else next();
  };

  const wait = (timeoutMs: number, signal: AbortSignal | undefined): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter = (): void => {
        end();
        resolve(release);
      };
      const leave = (failure: 'busy' | 'canceled'): void => {
        end();
        line.splice(line.indexOf(waiter), 1);
        reject(new OutgoingError(failure, host));
      };
      const onAbort = (): void => leave('canceled');
      const timer = setTimeout(() => leave('busy'), timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      line.push(waiter);
    });

  return {
    get taken() {
      return taken;
    },
    async take(timeoutMs, signal) {
      if (taken >= atOnce) {
        if (line.length >= maxWaiting) throw new OutgoingError('busy', host);
        return wait(timeoutMs, signal);
      }
      taken += 1;
      return release;
    },
  };
}
