import type { Job, JobGroups } from '@patchbay/worker/job-worker';
import type { Catalogue } from '../providers/catalogue.ts';

export interface ProviderGroupsOptions<Row> {
  readonly catalogue: Catalogue;
  /** Jobs that the worker runs at once. */
  readonly concurrency: number;
  readonly giveBack: (job: Row) => Promise<void>;
}

/**
 * Bounds the jobs that run at one provider: to half of the worker's, so that a slow provider leaves the rest to others, and to the
 * requests that the provider takes at once.
 */
export const providerGroups = <Row extends Job & { readonly provider: string }>({
  catalogue,
  concurrency,
  giveBack,
}: ProviderGroupsOptions<Row>): JobGroups<Row> => ({
  of: ({ provider }) => provider,
  atOnce(provider) {
    const bound = catalogue.find(provider)?.provider.atOnce ?? concurrency;
    return Math.max(1, Math.min(Math.floor(concurrency / 2), bound));
  },
  giveBack,
});
