import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { watch } from '@patchbay/telemetry/metrics';
import { createWorker } from '@patchbay/worker/worker';

/** An organization that a service has rows of, or a workspace of it. */
export interface Place {
  readonly organizationId: string;
  /** Null: the rows are of the organization as a whole. */
  readonly workspaceId: string | null;
}

/** A place that organization has deleted. */
export interface MissingPlace extends Place {
  /** False: only the workspace is missing. */
  readonly isOrganizationMissing: boolean;
}

/** The rows that a service still has of a missing place: their number by table. */
export interface Leftover extends MissingPlace {
  readonly rows: Readonly<Record<string, number>>;
}

/** The rows of a service by organization and workspace, for the comparison with organization. */
export interface Holdings {
  /** Places that the service has rows of, after one, in a fixed order; 1,000 at most. */
  readonly placesAfter: (after: Place | undefined) => Promise<readonly Place[]>;
  readonly countRows: (place: Place) => Promise<Readonly<Record<string, number>>>;
  /** Destroys the rows as the consumer does, but all at once. */
  readonly destroy: (place: MissingPlace) => Promise<void>;
}

interface Ids {
  readonly organizationIds: string[];
  readonly workspaceIds: string[];
}

/** `ListMissing` of organization: which of these do not exist; 1,000 of each at most. */
export type ListMissing = (ids: Ids) => Promise<Ids>;

const idsOf = (places: readonly Place[]): Ids => ({
  organizationIds: [...new Set(places.map(({ organizationId }) => organizationId))],
  workspaceIds: [...new Set(places.flatMap(({ workspaceId }) => workspaceId ?? []))],
});

/** Compares page by page. The result may contain places that were just deleted, until their event is handled. */
export async function* findLeftovers(
  { placesAfter, countRows }: Pick<Holdings, 'placesAfter' | 'countRows'>,
  listMissing: ListMissing,
): AsyncGenerator<Leftover> {
  let after: Place | undefined;
  for (;;) {
    const places = await placesAfter(after);
    after = places.at(-1);
    if (after === undefined) return;
    const missing = await listMissing(idsOf(places));
    const [organizations, workspaces] = [new Set(missing.organizationIds), new Set(missing.workspaceIds)];
    for (const place of places) {
      const isOrganizationMissing = organizations.has(place.organizationId);
      const isMissing =
        isOrganizationMissing || (place.workspaceId !== null && workspaces.has(place.workspaceId));
      if (isMissing) yield { ...place, isOrganizationMissing, rows: await countRows(place) };
    }
  }
}

export interface LeftoverGaugeOptions {
  readonly holdings: Pick<Holdings, 'placesAfter' | 'countRows'>;
  readonly listMissing: ListMissing;
  readonly logger: Logger;
  /** Milliseconds between two comparisons on average. Default one hour. */
  readonly pollMs?: number;
  readonly clock?: Clock;
}

/** Counts the leftovers of deleted workspaces and organizations. Destroys nothing: after a restore organization may lack places that exist. */
export const createLeftoverGauge = ({
  holdings,
  listMissing,
  logger,
  pollMs = 3_600_000,
  clock = systemClock,
}: LeftoverGaugeOptions): Component => {
  /** The result of the last comparison. Undefined before the first one. */
  let found: number | undefined;
  watch('leftovers', {}, () => found);
  return createWorker({
    name: 'leftovers',
    async round(signal) {
      let count = 0;
      for await (const _ of findLeftovers(holdings, listMissing)) {
        if (signal.aborted) return false;
        count += 1;
      }
      found = count;
      return false;
    },
    pollMs,
    jitter: true,
    backoff: { max: 600_000 },
    logger,
    clock,
  });
};
