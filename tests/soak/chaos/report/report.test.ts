import { describe, expect, it } from 'vitest';
import type { Struck } from '../faults/struck.ts';
import { faultTable, struckText } from './faults.ts';
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
    const faults = [
      struck('redis kill', 400, [[200, 10]]),
      struck('audit kill', 3_000, [
        [200, 20],
        [503, 2],
        ['lost', 1],
      ]),
      struck('audit kill', 1_000, [[503, 1]]),
      struck('audit kill', undefined, [[404, 5]]),
    ];
    const failed = { requestId: 'r1', sentAt: 1, endedAt: 2, status: 503 };
    const rows = faultTable(faults, { sent: 90, failed: [failed] }).split('\n');
    expect(rows.slice(2).map((row) => row.split(/ {2,}/))).toEqual([
      ['audit kill', '3', '29', '4', '503: 3, lost: 1', '3.0', 'never'],
      ['redis kill', '1', '10', '0', '0.4', '0.4'],
      ['all', '4', '39', '4', '503: 3, lost: 1', '1.0', 'never'],
      ['no fault', '90', '1', '503: 1'],
    ]);
  });

  it('has a line for each fault when it is over', () => {
    const faults = [
      { process: 'audit', kind: 'kill', pauseMs: 0 },
      { process: 'redis', kind: 'pause', pauseMs: 2_500 },
    ] as const;
    expect(struckText({ ...struck('two at once', 1_234, []), faults })).toBe(
      'audit kill and redis pause of 2.5 s: a new change was in the trail again after 1.2 s',
    );
    expect(struckText(struck('', undefined, []))).toContain('never again');
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
