import type { Logger } from '@patchbay/telemetry/logger';
import type { ChangedHead } from '../store/published-heads.ts';

/** Whether the head may be signed: the chain has grown, and the trail has the entry that the head names. */
export const isGrown = ({ sequence, published, isStored }: ChangedHead): boolean =>
  sequence > published && isStored;

/** Chains that have changed in a way in which no chain does, and whose heads are not signed. */
export interface Suspects {
  /** Logs the chain, once per chain and kind. */
  add(head: ChangedHead): void;
  /** Forgets those that were not added since the last call. */
  endPass(): void;
  /** When the oldest entry of them was recorded that no head covers, or when the chain was added first where that is earlier. */
  oldestAt(): number | undefined;
}

export function createSuspects(logger: Logger): Suspects {
  const logged = new Set<string>();
  let before = new Map<string, number>();
  let current = new Map<string, number>();

  const isFirst = (kind: string, { organizationId }: ChangedHead): boolean => {
    const key = `${kind} ${organizationId}`;
    if (logged.has(key)) return false;
    logged.add(key);
    return true;
  };

  return {
    add(head) {
      const { organizationId, sequence, published } = head;
      const noticedAt = before.get(organizationId) ?? Date.now();
      // The time in a head that was altered may be any.
      current.set(organizationId, Math.min(noticedAt, head.oldestAt.getTime()));
      if (sequence < published) {
        if (isFirst('shorter', head))
          logger.error(
            { organizationId, sequence, published },
            'a chain is shorter than a head of it that was published: entries were removed',
          );
      } else if (isFirst('altered', head))
        logger.error(
          { organizationId, sequence, published },
          'the head of a chain is not that of an entry: it was altered, and is not signed',
        );
    },
    endPass() {
      before = current;
      current = new Map();
    },
    oldestAt() {
      const moments = [...before.values(), ...current.values()];
      return moments.length === 0 ? undefined : moments.reduce((one, other) => Math.min(one, other));
    },
  };
}
