import type { CreateOnce } from '@patchbay/idempotency/create-once';
import type { AttemptParts } from '../attempts/parts.ts';
import type { VerifyByHand } from '../attempts/verify-by-hand.ts';
import type { Tx } from '../store/transaction.ts';

/** `sealer` also seals the tokens of connect links and states of consents. */
export interface Dependencies extends AttemptParts {
  /** `transact` for methods that create something: honors the Idempotency-Key of the call. */
  readonly createOnce: CreateOnce<Tx>;
  readonly verifyByHand: VerifyByHand;
  /** The address of the API, to which providers send browsers back. */
  readonly publicUrl: string;
  /** The address of the Portal, which has the connect pages. */
  readonly portalUrl: string;
}
