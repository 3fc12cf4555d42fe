import type { Job, Jobs } from '@patchbay/worker/job-worker';
import type { ClaimOptions, DueOrganization, OrganizationTurn } from '../store/due-work.ts';

/** A claimed row. `active` false: it was postponed, and there is nothing to do. */
type ClaimedRow = Job & OrganizationTurn & { readonly active?: boolean };

interface OrganizationTurnsOptions<Row extends ClaimedRow> {
  readonly list: () => Promise<readonly DueOrganization[]>;
  readonly claim: (options: ClaimOptions) => Promise<readonly Row[]>;
  /** Milliseconds after which organizations are listed again, to find those whose work became due meanwhile. */
  readonly listMs: number;
}

/**
 * Claims due rows of the organizations by turns, so that one with many due rows does not delay the others. Each process has its
 * own order: claims of several processes take different rows.
 */
export function createOrganizationTurns<Row extends ClaimedRow>({
  list,
  claim,
  listMs,
}: OrganizationTurnsOptions<Row>): Jobs<Row, void>['claim'] {
  /** The providers at which work is due, by organization; the organization whose turn is next comes first. */
  const waiting = new Map<string, readonly string[]>();
  let listedAt = Number.NEGATIVE_INFINITY;

  const refresh = async (): Promise<void> => {
    if (waiting.size > 0 && performance.now() - listedAt < listMs) return;
    listedAt = performance.now();
    for (const { organizationId, providers } of await list()) waiting.set(organizationId, providers);
  };

  const nextTurns = (most: number, fullProviders: readonly string[]): OrganizationTurn[] => {
    const turns: OrganizationTurn[] = [];
    for (const [organizationId, providers] of waiting) {
      const provider = providers.find((each) => !fullProviders.includes(each));
      if (provider !== undefined) turns.push({ organizationId, provider });
      if (turns.length === most) break;
    }
    return turns;
  };

  /** Puts the organization behind the others, without the provider if nothing more is due there. */
  const endTurn = ({ organizationId, provider }: OrganizationTurn, mayHaveMore: boolean): void => {
    const others = (waiting.get(organizationId) ?? []).filter((each) => each !== provider);
    const left = mayHaveMore ? [...others, provider] : others;
    waiting.delete(organizationId);
    if (left.length > 0) waiting.set(organizationId, left);
  };

  return async (limit, leaseMs, fullProviders) => {
    await refresh();
    const due: Row[] = [];
    while (due.length < limit) {
      const most = limit - due.length;
      const turns = nextTurns(most, fullProviders);
      if (turns.length === 0) break;
      const share = Math.ceil(most / turns.length);
      const rows = await claim({ turns, share, limit: most, leaseMs });
      const isFull = rows.length === most;
      for (const turn of turns) {
        const taken = rows.filter(({ organizationId }) => organizationId === turn.organizationId).length;
        // Otherwise the limit was reached before this turn: it is still the next one.
        if (taken > 0 || !isFull) endTurn(turn, taken === share || isFull);
      }
      due.push(...rows.filter(({ active = true }) => active));
    }
    return due;
  };
}
