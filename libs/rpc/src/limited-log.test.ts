import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { limitedLog } from './limited-log.ts';

describe('limitedLog', () => {
  it('limitedLog writes one event a second and the number of events that it dropped before', async () => {
    const clock = createManualClock();
    const written: [string, number][] = [];
    const log = limitedLog((event: string, dropped) => void written.push([event, dropped]), clock);
    for (const event of ['a', 'b', 'c']) log(event);
    await clock.advance(1_000);
    log('d');
    await clock.advance(1_000);
    log('e');
    expect(written).toEqual([
      ['a', 0],
      ['d', 2],
      ['e', 0],
    ]);
  });
});
