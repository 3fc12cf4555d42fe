import { ConnectError } from '@connectrpc/connect';
import { expect } from 'vitest';

/** What a call ended in that was expected to fail. */
export const failureOf = (call: Promise<unknown>): Promise<ConnectError> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => ConnectError.from(error),
  );
