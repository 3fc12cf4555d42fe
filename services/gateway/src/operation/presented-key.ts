import type { CallOptions } from '@connectrpc/connect';
import type { KeyRead, KeyReadOutcome } from '@patchbay/contracts/patchbay/organization/v1/read_service';

/** An API key that organization authenticates in the same call by which the operation reads. */
export interface PresentedKey {
  /** Resolves once the key is accepted and counted, and throws what refuses the key, the request or the read. */
  read(request: KeyRead['request']): Promise<KeyReadOutcome['response']>;
}

/** Options of a call that an API key makes before it is authenticated. Clients refuse them for methods that are no read of keys. */
export interface KeyCallOptions extends CallOptions {
  readonly presentedKey?: PresentedKey;
}
