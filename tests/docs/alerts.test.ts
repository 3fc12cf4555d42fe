import { readFileSync } from 'node:fs';
import { alertGroups } from '@patchbay/observability/rules';
import { expect, it } from 'vitest';
import { replaceBlock } from './block.ts';
import { table } from './table.ts';

const page = new URL('../../docs/alerts.md', import.meta.url).pathname;

/** An expression in one line; a table of Markdown ends a cell at a bar also within code. */
const inCell = (expr: string): string => `\`${expr.replace(/\s+/g, ' ').replaceAll('|', String.raw`\|`)}\``;

it('docs/alerts.md has every alert, and says what each means', async () => {
  const rows = alertGroups
    .flatMap(({ rules }) => rules)
    .map(({ alert, severity, expr, lasting, description, runbook }) => [
      `[${alert}](${runbook})`,
      severity,
      `${inCell(expr)} for ${lasting}`,
      description,
    ]);
  const alerts = table(['Alert', 'Severity', 'Condition', 'What it means'], rows);
  const text = replaceBlock(readFileSync(page, 'utf8'), 'alerts', `\n${alerts}\n`);
  await expect(text).toMatchFileSnapshot(page);
});
