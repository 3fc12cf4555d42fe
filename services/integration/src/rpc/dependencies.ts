import type { CreateOnce } from '@patchbay/idempotency/create-once';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import type { VerifyOnRequest } from '../attempts/settle-verification.ts';
import type { Tx } from '../store/transaction.ts';

/** `sealer` also seals the tokens of connect links and OAuth states. */
export interface Dependencies extends AttemptDependencies {
  /** `transact` for methods that create something: it honours the Idempotency-Key of the call. */
  readonly createOnce: CreateOnce<Tx>;
  readonly verifyOnRequest: VerifyOnRequest;
  /** Default: each process counts alone. */
  readonly counts?: SharedCounts | undefined;
  /** See `createCatchUp`. */
  readonly mayUseCredentials: () => boolean;
  /** The base URL of the API, which has the OAuth callback. */
  readonly publicUrl: string;
  /** The base URL of the Portal, which has the connect pages. */
  readonly portalUrl: string;
}
