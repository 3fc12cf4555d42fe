import { describe, expect, it } from 'vitest';
import { createHeadReport } from './head-report.ts';

const well = { verdict: 'kept', detail: '' } as const;
const cut = { verdict: 'cut', detail: 'entry 5 is gone' } as const;

describe('the report', () => {
  it('the report of heads counts those that are fine', () => {
    const report = createHeadReport();
    for (let count = 0; count < 1_200; count += 1) report.checked('o1', well);
    report.checked('o2', { verdict: 'removed', detail: '' });
    expect(report.result()).toEqual({
      lines: ['1,201 heads: 1,200 as published, 1 removed by retention'],
      well: true,
    });
  });

  it('a report without heads is a failure: somebody may have removed the kept heads', () => {
    expect(createHeadReport().result()).toEqual({
      lines: ['there are no heads: nothing was checked'],
      well: false,
    });
  });

  it('the report has a line for each organization with a wrong head', () => {
    const report = createHeadReport();
    report.checked('o1', cut);
    report.checked('o2', well);
    report.checked('o1', { ...cut, detail: 'entry 7 is gone' });
    report.checked('o3', { verdict: 'altered', detail: 'entry 2 has another hash' });
    expect(report.result()).toEqual({
      lines: [
        'organization o1: cut: entry 5 is gone (2 heads of it do not fit)',
        'organization o3: altered: entry 2 has another hash',
        '4 heads: 1 as published, 1 altered, 2 cut',
      ],
      well: false,
    });
  });

  it('the report shows the beginning of an untrusted line without control characters', () => {
    const report = createHeadReport();
    report.untrusted('it is not JSON', `\u001b[2J${'x'.repeat(1_000)}`);
    expect(report.result()).toEqual({
      lines: [`untrusted: it is not JSON: "\\u001b[2J${'x'.repeat(116)}…"`, '1 head: 1 untrusted'],
      well: false,
    });
  });

  it('the report names 1,000 organizations and lines, and counts the others', () => {
    const report = createHeadReport();
    for (let count = 0; count < 1_003; count += 1) {
      report.checked(`o${count}`, cut);
      report.untrusted('it is not JSON', '');
    }
    const { lines } = report.result();
    expect(lines).toHaveLength(2_003);
    expect(lines[1_000]).toBe('3 heads more that are untrusted');
    expect(lines.slice(-2)).toEqual([
      '3 heads more of other organizations that do not fit',
      '2,006 heads: 1,003 cut, 1,003 untrusted',
    ]);
  });
});
