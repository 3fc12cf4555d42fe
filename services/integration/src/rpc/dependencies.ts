import type { CreateOnce } from '@patchbay/idempotency/create-once';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import type { VerifyOnRequest } from '../attempts/settle-verification.ts';
import type { Tx } from '../store/transaction.ts';

/** `sealer` also seals the tokens of connect links and states of consents. */
export interface Dependencies extends AttemptDependencies {
  /** `transact` for methods that create something: honors the Idempotency-Key of the call. */
  readonly createOnce: CreateOnce<Tx>;
  readonly verifyOnRequest: VerifyOnRequest;
  /** The address of the API, to which providers send browsers back. */
  readonly publicUrl: string;
  /** The address of the Portal, which has the connect pages. */
  readonly portalUrl: string;
}
