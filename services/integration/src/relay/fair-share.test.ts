import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import { createFairShares } from './fair-share.ts';

const start = () => {
  const clock = createManualClock();
  const shares = createFairShares({ clock });
  /** How many of the requests were granted, and how long the last refused one has to wait. */
  const send = async (requests: number, organizationId: string, provider = 'ads') => {
    let granted = 0;
    let waitMs = 0;
    for (let count = 0; count < requests; count += 1) {
      const share = await shares.take(provider, 600, organizationId);
      if (share.isGranted) granted += 1;
      else ({ waitMs } = share);
    }
    return { granted, waitMs };
  };
  return { clock, shares, send };
};

it('an organization that is alone has half of the limit, and others have an equal part each', async () => {
  const { send } = start();
  expect(await send(301, 'one')).toEqual({ granted: 300, waitMs: 60_000 });
  expect(await send(201, 'two')).toMatchObject({ granted: 200 });
  // Together they send no more than the limit.
  expect(await send(50, 'three')).toMatchObject({ granted: 50 });
  expect(await send(51, 'four')).toMatchObject({ granted: 50 });
  expect(await send(1, 'five')).toMatchObject({ granted: 0 });
  expect(await send(301, 'one', 'other ads')).toMatchObject({ granted: 300 });
});

it('no minute has more requests than the limit, wherever it begins', async () => {
  const { clock, send } = start();
  expect(await send(200, 'one')).toMatchObject({ granted: 200 });
  await clock.advance(45_000);
  expect(await send(200, 'one')).toEqual({ granted: 100, waitMs: 15_000 });
  await clock.advance(14_999);
  expect(await send(1, 'one')).toEqual({ granted: 0, waitMs: 1 });
  await clock.advance(1);
  expect(await send(300, 'one')).toEqual({ granted: 200, waitMs: 45_000 });
});

it('an organization that has not asked for a minute has no part any more', async () => {
  const { clock, send } = start();
  await send(1, 'two');
  expect(await send(300, 'one')).toMatchObject({ granted: 200 });
  await clock.advance(60_000);
  expect(await send(301, 'one')).toMatchObject({ granted: 300 });
});

it('a request that was not sent is given back', async () => {
  const { shares, send } = start();
  await send(299, 'one');
  const share = await shares.take('ads', 600, 'one');
  if (share.isGranted) share.giveBack();
  expect(await send(2, 'one')).toMatchObject({ granted: 1 });
});
