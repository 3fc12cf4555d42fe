import { describe, expect, it, vi } from 'vitest';
import { limitedLog } from './limited-log.ts';

describe('limitedLog', () => {
  it('limitedLog writes one event a second and the number of events that it dropped before', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const written: [string, number][] = [];
      const log = limitedLog((event: string, dropped) => void written.push([event, dropped]));
      for (const event of ['a', 'b', 'c']) log(event);
      vi.advanceTimersByTime(1_000);
      log('d');
      vi.advanceTimersByTime(1_000);
      log('e');
      expect(written).toEqual([
        ['a', 0],
        ['d', 2],
        ['e', 0],
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});
