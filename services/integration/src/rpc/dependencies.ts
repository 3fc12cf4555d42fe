import type { Catalogue } from '../providers/catalogue.ts';

/** What the methods of this service work with. */
export interface Dependencies {
  readonly catalogue: Catalogue;
}
