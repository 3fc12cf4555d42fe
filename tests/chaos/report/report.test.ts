import { describe, expect, it } from 'vitest';
import type { Struck } from '../faults/run.ts';
import { faultTable } from './faults.ts';
import { verdictText } from './verdict.ts';

const struck = (
  name: string,
  trailAgainMs: number | undefined,
  statuses: [number | 'lost', number][],
): Struck => ({
  name,
  faults: [],
  statuses: new Map(statuses),
  trailAgainMs,
});

describe('the report', () => {
  it('has a row per process and kind of fault, and one for all', () => {
    const rows = faultTable([
      struck('redis kill', 400, [[200, 10]]),
      struck('audit kill', 3_000, [
        [200, 20],
        [503, 2],
        ['lost', 1],
      ]),
      struck('audit kill', 1_000, [[503, 1]]),
      struck('audit kill', undefined, [[404, 5]]),
    ]).split('\n');
    expect(rows.slice(2).map((row) => row.split(/ {2,}/))).toEqual([
      ['audit kill', '3', '29', '4', '503: 3, lost: 1', '3.0', 'never'],
      ['redis kill', '1', '10', '0', '0.4', '0.4'],
      ['all', '4', '39', '4', '503: 3, lost: 1', '1.0', 'never'],
    ]);
  });

  it('tells first what is wrong, with the ids of requests, and how much more there is', () => {
    const finding = { text: 'a change is missing', requestIds: ['r1', 'r2'] };
    expect(
      verdictText(
        [
          { line: 'trails 2', findings: [] },
          { line: 'changes 3', findings: [finding, finding] },
        ],
        1,
      ),
    ).toBe('ok    trails 2\nWRONG changes 3\n        a change is missing [r1 r2]\n        and 1 more');
  });
});
