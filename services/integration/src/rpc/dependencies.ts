import type { Catalogue } from '../providers/catalogue.ts';

export interface Dependencies {
  readonly catalogue: Catalogue;
}
