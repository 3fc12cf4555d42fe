import { type ContextKey, createContextKey } from '@connectrpc/connect';

/** Closes the connection or the HTTP/2 stream that a call came by, where there is one. */
export const hangUpKey: ContextKey<(() => void) | undefined> = createContextKey<(() => void) | undefined>(
  undefined,
  { description: 'closes the connection of this call' },
);
