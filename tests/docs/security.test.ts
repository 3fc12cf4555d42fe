import { readFile } from 'node:fs/promises';
import { defaultLimits } from '@patchbay/cache/rate-limits';
import { expect, it } from 'vitest';
import { replaceBlock } from './block.ts';
import { table } from './table.ts';

const windowOf = (seconds: number): string => {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`;
  return seconds === 60 ? 'minute' : `${seconds / 60} minutes`;
};

it('docs/security.md has every limit', async () => {
  const rows = Object.entries(defaultLimits).map(([name, { limit, windowSeconds, counts }]) => [
    `\`${name}\``,
    `${limit.toLocaleString('en')} per ${windowOf(windowSeconds)}`,
    counts,
  ]);
  const page = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const limits = table(['Limit', 'Default', 'Counts'], rows);
  await expect(replaceBlock(page, 'limits', limits)).toMatchFileSnapshot('../../docs/security.md');
});
