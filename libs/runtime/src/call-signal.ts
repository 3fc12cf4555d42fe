import { AsyncLocalStorage } from 'node:async_hooks';

/** Read when needed only: the RPC server creates the signal of a call on first access. */
interface ServedCall {
  readonly signal: AbortSignal;
}

const servedCalls = new AsyncLocalStorage<ServedCall | undefined>();

/** Runs the handler of a call; whatever it runs gets the signal of the call by `callSignal`. */
export const withCallSignal = <T>(call: ServedCall, handler: () => T): T => servedCalls.run(call, handler);

/**
 * Runs work that must end whatever becomes of the call that began it, such as the saving of a token that exists nowhere else:
 * `callSignal` is undefined inside.
 */
export const outsideOfCall = <T>(work: () => T): T => servedCalls.run(undefined, work);

/**
 * The signal of the RPC call that the running code serves; undefined in background work. It aborts at the deadline of the call,
 * and when its caller is gone. For code that waits on behalf of a caller and does not get the context of the call passed.
 */
export const callSignal = (): AbortSignal | undefined => servedCalls.getStore()?.signal;
