import type { Faults } from './plan.ts';

export type Statuses = ReadonlyMap<number | 'lost', number>;

/** What happened from the beginning of a fault until all was well again. */
export interface Struck {
  readonly name: string;
  readonly faults: Faults;
  /** Of the requests that overlapped it. */
  readonly statuses: Statuses;
  /**
   * From the signal, or from the end of a pause, until a new change was in the trail. Undefined: it was not there after two
   * minutes.
   */
  readonly trailAgainMs: number | undefined;
}
