import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Api } from '../api.ts';

export interface Traffic {
  /** Ends it; the names that were acknowledged with a 200, and every other answer. */
  end(): Promise<{ acknowledged: string[]; refused: Answer[] }>;
  /** How many actions were acknowledged so far. */
  acknowledged(): number;
}

/** Between two requests of the traffic. */
const pauseMs = 40;

/**
 * Renames a person again and again, one request after the other, each time to another name: every acknowledged one has
 * to be found in the trail, once. An answer that does not come within the client's patience makes `end` reject.
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
  // Whoever ends it hears of it then.
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
