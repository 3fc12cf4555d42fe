import { setTimeout as sleep } from 'node:timers/promises';
import type { Sender } from '../client/send.ts';
import { sessionOf } from '../steps/step.ts';
import type { Person } from '../world/world.ts';

/** Reads as one person. */
export type Read = <Body>(path: string) => Promise<Body>;

/** Sends a read again a few times where it fails: a service may still be starting after the last fault. */
export const readAs =
  (sender: Sender, person: Person): Read =>
  async <Body>(path: string): Promise<Body> => {
    let status: number | 'lost' = 'lost';
    for (let attempts = 0; attempts < 10; attempts += 1) {
      const sent = await sender.send({ method: 'GET', path, ...sessionOf(person) });
      status = sent.attempt.status;
      if (status === 200) return sent.body as Body;
      await sleep(500);
    }
    throw new Error(`GET ${path} as ${person.email} answers ${status}`);
  };
