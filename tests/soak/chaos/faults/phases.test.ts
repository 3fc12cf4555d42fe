import { describe, expect, it } from 'vitest';
import { createPhases } from './phases.ts';

const attempt = (sentAt: number, status: number | 'lost') => ({
  requestId: `r${sentAt}`,
  sentAt,
  endedAt: sentAt + 10,
  status,
});

describe('requests', () => {
  it('count with the fault that they overlap, however late they end', () => {
    let now = 0;
    const phases = createPhases(() => now);
    phases.count(attempt(1, 200));
    const first = phases.begin();
    phases.count(attempt(5, 503));
    now = 100;
    phases.end();
    phases.count(attempt(90, 'lost'));
    phases.count(attempt(101, 200));
    const second = phases.begin();
    phases.count(attempt(102, 504));
    expect([...first]).toEqual([
      [503, 1],
      ['lost', 1],
    ]);
    expect([...second]).toEqual([[504, 1]]);
    expect(phases.calm).toEqual({ sent: 2, failed: [] });
  });

  it('that fail while all is well are kept', () => {
    const phases = createPhases(() => 100);
    phases.begin();
    phases.end();
    phases.count(attempt(101, 503));
    expect(phases.calm).toMatchObject({ sent: 1, failed: [{ requestId: 'r101', status: 503 }] });
  });
});
