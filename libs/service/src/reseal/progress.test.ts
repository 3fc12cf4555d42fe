import { expect, it } from 'vitest';
import { createProgress } from './progress.ts';
import { notes } from './things.fixture.ts';

it('is a line a second at most', () => {
  const lines: string[] = [];
  let now = 0;
  const progress = createProgress(
    'organization',
    (line) => lines.push(line),
    () => now,
  );
  for (let rows = 500; rows <= 5_000; rows += 500) {
    now += 300;
    progress(notes, { rows, byKey: new Map(), resealed: rows / 2, skipped: 0, unreadable: 0, examples: [] });
  }
  expect(lines).toEqual([
    'organization.notes: 2,000 rows read, 1,000 sealed again',
    'organization.notes: 4,000 rows read, 2,000 sealed again',
  ]);
});
