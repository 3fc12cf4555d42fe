import { randomUUID } from 'node:crypto';
import { mostAtOnce } from '@patchbay/testing/shared-bounds';
import { expect, it } from 'vitest';
import { createConnector } from '../connector/connectors.ts';
import { lastingCredentials } from '../connector/credentials.ts';
import { theTradeDesk } from '../providers/the_trade_desk/provider.ts';
import { createAttemptTurns } from './limits.ts';

it.each([1, 3, 8])(
  'an organization runs three attempts at once at a provider in %i processes',
  async (processes) => {
    const workspace = { organizationId: randomUUID() };
    const most = await mostAtOnce({
      processes,
      times: 4,
      build: createAttemptTurns,
      async work(takeTurn, inside) {
        const turn = await takeTurn({ provider: 'criteo', workspace } as Parameters<typeof takeTurn>[0]);
        await inside();
        turn.release();
      },
    });
    expect(most).toBeLessThanOrEqual(3);
  },
);

const partners = JSON.stringify({
  Result: [{ PartnerId: 'p1x', PartnerName: 'One' }],
  TotalFilteredCount: 1,
});

it.each([1, 3, 8])(
  '%i processes send a provider no more requests at once than it allows',
  async (processes) => {
    // A provider of its own: all tests share a Redis.
    const provider = { ...theTradeDesk, provider: `narrow-${randomUUID()}` };
    const { signal } = new AbortController();
    const most = await mostAtOnce({
      processes,
      times: 6,
      build(parts) {
        const running = { inside: async () => {} };
        const connector = createConnector(provider, {
          ...parts,
          installations: {},
          outgoing: {
            async send() {
              await running.inside();
              return { status: 200, headers: {}, text: partners };
            },
          },
        });
        return { connector, running };
      },
      async work({ connector, running }, inside) {
        running.inside = inside;
        const credentials = lastingCredentials({ apiToken: 'token' });
        await connector.verify({ settings: { partnerId: 'p1x' }, credentials }, signal);
      },
    });
    expect(most).toBeLessThanOrEqual(4);
  },
);
