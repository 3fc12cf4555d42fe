import type { Queryable } from '@patchbay/database/queryable';

/** What the methods of this service work with. */
export interface Dependencies {
  readonly db: Queryable;
}
