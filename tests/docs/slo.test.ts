import { readFileSync } from 'node:fs';
import { shareUsed, speeds } from '@patchbay/observability/alerts/burning';
import { objectives } from '@patchbay/observability/objectives';
import { recordingGroups } from '@patchbay/observability/rules';
import { expect, it } from 'vitest';
import { replaceBlock } from './block.ts';
import { table } from './table.ts';

const file = new URL('../../docs/slo.md', import.meta.url).pathname;

const percent = (share: number): string => `${Number((share * 100).toFixed(3))} %`;

const objectivesTable = table(
  ['Objective', 'Promise', 'Budget', 'Pages'],
  objectives.map(({ slo, promise, target, pages }) => [
    slo,
    promise,
    percent(1 - target),
    pages ? 'yes' : 'no',
  ]),
);

const speedsTable = table(
  ['Alert', 'Speed', 'Windows', 'Severity', 'Used of the budget in the long window'],
  speeds.map((source) => {
    const { alert, speed, long, short, severity } = source;
    return [alert, `${speed} times`, `${long} and ${short}`, severity, shareUsed(source)];
  }),
);

/** The rules that record a series of an objective, as PromQL. */
function measuresOf(slo: string): string {
  const rules = recordingGroups
    .flatMap(({ rules: all }) => all)
    .filter(({ record, labels }) => labels?.['slo'] === slo && /events|failures/.test(record));
  const texts = rules.map(({ record, expr, labels: { part = 'each group, and pages' } = {} }) => {
    const kind = record.includes('failures') ? 'bad events' : 'events';
    return `# ${part}: ${kind}\n${expr.replaceAll(/operation=~"[^"]{60,}"/g, 'operation=~"…"')}`;
  });
  return `**${slo}**\n\n\`\`\`promql\n${texts.join('\n')}\n\`\`\``;
}

it('docs/slo.md has every objective, and how it is measured', async () => {
  const measures = objectives.map(({ slo }) => measuresOf(slo)).join('\n\n');
  const blocks = { objectives: objectivesTable, measures, speeds: speedsTable };
  const text = Object.entries(blocks).reduce(
    (page, [name, block]) => replaceBlock(page, name, `\n${block}\n`),
    readFileSync(file, 'utf8'),
  );
  await expect(text).toMatchFileSnapshot(file);
});

it('an objective promises the share that it is measured by', () => {
  for (const { promise, target } of objectives) expect(promise).toContain(percent(target));
});
