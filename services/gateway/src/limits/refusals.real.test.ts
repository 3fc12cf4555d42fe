import { randomUUID } from 'node:crypto';
import { createRateLimits } from '@patchbay/limits/rate-limits';
import { createLog } from '@patchbay/testing/log';
import { mostAtOnce } from '@patchbay/testing/shared-bounds';
import { expect, it } from 'vitest';
import type { Permitted } from '../request/stages.ts';
import type { Services } from '../services.ts';
import type { Limited } from './limit.ts';
import { createLimiter } from './limiter.ts';

it.each([1, 3, 8])(
  '%i gateways together run three attempts at once that a provider may refuse, and then the others',
  async (processes) => {
    // The Redis of the run is shared by all tests.
    const login = randomUUID();
    const operation = {
      method: 'POST',
      group: 'connect',
      credentials: 'none',
      access: { scope: 'public' },
      answer: {},
      limits: [{ name: 'refusedAttemptPerLogin', per: { refusalsOf: () => login } }],
    } as unknown as Limited;
    const exchange = { decisions: [], response: { setHeader() {} } };
    const most = await mostAtOnce({
      processes,
      times: 4,
      build: (parts) => createLimiter(createRateLimits({ logger: createLog().logger }), parts),
      async work(limiter, inside) {
        using held = new DisposableStack();
        const attempt = await limiter.beginAttempt(
          { exchange } as unknown as Permitted,
          operation,
          {} as Services,
        );
        held.use(attempt);
        await inside();
      },
    });
    expect(most).toBe(3);
  },
);
