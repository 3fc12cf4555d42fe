import { randomUUID } from 'node:crypto';
import { mostAtOnce } from '@patchbay/testing/shared-bounds';
import { expect, it } from 'vitest';
import type { Permitted } from '../request/stages.ts';
import { createListTurns } from './list-turns.ts';

it.each([1, 3, 8])(
  '%i gateways together run one list of an organization at a time, and answer all of them',
  async (processes) => {
    // The Redis of the run is shared by all tests.
    const orgSlug = `acme-${randomUUID()}`;
    const exchange = { response: {}, signal: new AbortController().signal };
    const most = await mostAtOnce({
      processes,
      times: 3,
      build: createListTurns,
      async work(takeListTurn, inside) {
        const request = { callerId: randomUUID(), params: { orgSlug }, exchange };
        const turn = await takeListTurn(request as unknown as Permitted, 'organization');
        await inside();
        turn[Symbol.dispose]();
      },
    });
    expect(most).toBe(1);
  },
);
