import { type ContextKey, createContextKey } from '@connectrpc/connect';

/** Closes the connection or the HTTP/2 stream of a call; not set for calls in the same process. */
export const closeConnectionKey: ContextKey<(() => void) | undefined> = createContextKey<
  (() => void) | undefined
>(undefined, { description: 'closes the connection of this call' });
