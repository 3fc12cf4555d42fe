import { type ContextKey, createContextKey } from '@connectrpc/connect';

/** The IP address at the other end of the connection of a call, for the log; unset for calls within a process. */
export const peerAddressKey: ContextKey<string | undefined> = createContextKey<string | undefined>(
  undefined,
  { description: 'the address of the peer' },
);
