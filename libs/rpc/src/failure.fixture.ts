import { ConnectError } from '@connectrpc/connect';
import { expect } from 'vitest';

/** The error of a call that is expected to fail. */
export const failureOf = (call: Promise<unknown>): Promise<ConnectError> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => ConnectError.from(error),
  );
