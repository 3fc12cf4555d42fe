import type { SealedColumn } from '@patchbay/sealing/sealed-column';

/** Sealed values that the service does not store, such as cookies: an old key is needed until the last of them has expired. */
export interface SealedElsewhere {
  /** In the plural, for a sentence: `cookies of sign-ups`. */
  readonly what: string;
  readonly seconds: number;
}

/** What a service seals with `SEALING_KEYS`, as its `sealed.ts` exports it. */
export interface ServiceSealing {
  /** The Postgres schema of the service, and the name of the service. */
  readonly schema: string;
  readonly columns: readonly SealedColumn[];
  readonly elsewhere: readonly SealedElsewhere[];
}
