import type { Database } from '@patchbay/database/pool';

/** What the methods of this service work with. */
export interface Dependencies {
  readonly db: Database;
}
