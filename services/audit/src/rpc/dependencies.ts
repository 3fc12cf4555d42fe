import type { Queryable } from '@patchbay/database/queryable';

export interface Dependencies {
  readonly db: Queryable;
}
