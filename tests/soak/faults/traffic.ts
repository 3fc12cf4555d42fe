import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Api } from '../../api.ts';

export interface Traffic {
  /** Stops sending. Resolves with the names that were answered with 200, and every other answer. */
  end(): Promise<{ acknowledged: string[]; refused: Answer[] }>;
  /** How many renames were answered with 200 so far. */
  acknowledged(): number;
}

/** Between an answer and the next request. */
const pauseMs = 40;

/**
 * Renames a person repeatedly, one request after the other, each time to another name: every acknowledged name must be in
 * the trail once. A request that times out in the client makes `end` reject.
 */
export function startTraffic(api: Api, prefix: string): Traffic {
  const acknowledged: string[] = [];
  const refused: Answer[] = [];
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    for (let number = 1; !ending.signal.aborted; number += 1) {
      const name = `${prefix} ${number}`;
      const answer = await api.patch('/v1/me', { name });
      if (answer.status === 200) acknowledged.push(name);
      else refused.push(answer);
      await sleep(pauseMs);
    }
  };
  const running = run();
  // Prevents an unhandled rejection: `end` awaits it.
  running.catch(() => undefined);
  return {
    acknowledged: () => acknowledged.length,
    async end() {
      ending.abort();
      await running;
      return { acknowledged, refused };
    },
  };
}
