import type { Month } from '../domain/month.ts';
import type { RemovedMonth } from './remove-month.ts';

export interface ReportOptions {
  readonly dryRun: boolean;
  readonly evenBroken: boolean;
  readonly print: (line: string) => void;
  /** Milliseconds. Default: since the process began. */
  readonly clock?: () => number;
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The lines that a run prints; progress of a month once a second at most. */
export function createReport({ dryRun, evenBroken, print, clock = () => performance.now() }: ReportOptions) {
  let printedAt = clock();
  return {
    progress({ partition }: Month, chains: number): void {
      if (clock() - printedAt < 1_000) return;
      printedAt = clock();
      print(`${partition}: ${count(chains, 'organization')} verified`);
    },
    month({ partition, chains, entries, bytes, broken, brokenChains }: RemovedMonth): void {
      const what = `${count(entries, 'entry', 'entries')} of ${count(chains, 'organization')}, ${megabytes(bytes)}`;
      for (const { organizationId, sequence } of broken)
        print(
          `${partition}: the trail of organization ${organizationId} does not verify at sequence ${sequence}`,
        );
      if (brokenChains > broken.length)
        print(`${partition}: ${count(brokenChains - broken.length, 'more trail')} that do not verify`);
      if (brokenChains > 0 && !evenBroken)
        print(
          `${partition} stays, and what is younger: removing it would remove the evidence. Keep a copy, then remove it with --even-broken`,
        );
      else print(`${partition}: ${what} ${dryRun ? 'would be removed' : 'removed'}`);
    },
  };
}
