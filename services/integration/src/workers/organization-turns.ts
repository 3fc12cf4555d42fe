import type { Queryable } from '@patchbay/database/query';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Job, Jobs } from '@patchbay/worker/job-worker';
import { NIL } from 'uuid';
import {
  claimRenewals,
  claimVerifications,
  type Due,
  dueRenewals,
  dueVerifications,
  listDue,
} from '../store/due-work.ts';

interface TurnTimes {
  /** Milliseconds after which due rows are listed again although some wait. */
  readonly listMs: number;
  readonly clock?: Clock;
}

interface OrganizationTurnsOptions<Row extends Job> extends TurnTimes {
  readonly list: (afterWorkspaceId: string) => Promise<readonly Due[]>;
  /** Claims the rows that are still due; returns those with something to do. */
  readonly claim: (ids: readonly string[], leaseMs: number) => Promise<readonly Row[]>;
}

/**
 * Claims due rows of the organizations by turns, so that one with many due rows does not delay the others. Each process lists due
 * rows for itself: of several that claim the same row one gets it.
 */
export function createOrganizationTurns<Row extends Job>({
  list,
  claim,
  listMs,
  clock = systemClock,
}: OrganizationTurnsOptions<Row>): Jobs<Row, void>['claim'] {
  /** Due rows by organization. The organization whose turn is next comes first. */
  const waiting = new Map<string, Due[]>();
  let listedAt = Number.NEGATIVE_INFINITY;
  let afterWorkspaceId: string = NIL;

  const refresh = async (): Promise<void> => {
    if (waiting.size > 0 && clock.uptime() - listedAt < listMs) return;
    const due = await list(afterWorkspaceId);
    listedAt = clock.uptime();
    afterWorkspaceId = due[0]?.lastWorkspaceId ?? NIL;
    for (const [organizationId, rows] of Map.groupBy(due, (row) => row.organizationId))
      waiting.set(organizationId, rows);
  };

  const take = (limit: number, fullProviders: readonly string[]): string[] => {
    const ids: string[] = [];
    // An organization that is put behind the others is visited again.
    for (const [organizationId, rows] of waiting) {
      if (ids.length === limit) break;
      const index = rows.findIndex(({ provider }) => !fullProviders.includes(provider));
      if (index === -1) continue;
      ids.push(...rows.splice(index, 1).map(({ id }) => id));
      waiting.delete(organizationId);
      if (rows.length > 0) waiting.set(organizationId, rows);
    }
    return ids;
  };

  return async (limit, leaseMs, fullProviders) => {
    await refresh();
    for (;;) {
      const ids = take(limit, fullProviders);
      const claimed = ids.length === 0 ? [] : await claim(ids, leaseMs);
      if (claimed.length > 0 || ids.length === 0) return claimed;
    }
  };
}

/** For workers that use stored credentials; see `createCatchUp`. */
export interface CredentialUse {
  /** Nothing is claimed before. Default: always. */
  readonly mayUseCredentials?: () => boolean;
}

/** Claims nothing while credentials may not be used. */
export const claimWhen =
  <Row extends Job>(
    { mayUseCredentials = () => true }: CredentialUse,
    claim: Jobs<Row, void>['claim'],
  ): Jobs<Row, void>['claim'] =>
  async (...asked) =>
    mayUseCredentials() ? claim(...asked) : [];

export const verificationTurns = (db: Queryable, times: TurnTimes) =>
  createOrganizationTurns({
    list: (afterWorkspaceId) => listDue(db, dueVerifications, afterWorkspaceId),
    claim: (ids, leaseMs) => claimVerifications(db, ids, leaseMs),
    ...times,
  });

export const renewalTurns = (db: Queryable, times: TurnTimes) =>
  createOrganizationTurns({
    list: (afterWorkspaceId) => listDue(db, dueRenewals, afterWorkspaceId),
    claim: (ids, leaseMs) => claimRenewals(db, ids, leaseMs),
    ...times,
  });
