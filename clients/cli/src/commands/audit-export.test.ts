import { createHash } from 'node:crypto';
import type { ChainBroken, VerifiedExport } from '@patchbay/client';
import { expect, it } from 'vitest';
import { checkedLines } from './audit-export.ts';

function chainOf(count: number): string[] {
  let previousHash = '0'.repeat(64);
  return Array.from({ length: count }, (_, index) => {
    const entry = JSON.stringify({ id: 'x', previousHash, sequence: index + 1 });
    previousHash = createHash('sha256').update(entry).digest('hex');
    return `${entry.slice(0, -1)},"hash":"${previousHash}"}`;
  });
}

/** Lines that record whether their iterator was closed. */
function linesOf(lines: readonly string[]) {
  const state = { isEnded: false };
  async function* read(): AsyncGenerator<string, void, void> {
    try {
      yield* lines;
    } finally {
      state.isEnded = true;
    }
  }
  return { state, lines: read() };
}

async function checked(lines: readonly string[]) {
  const outcomes: (VerifiedExport | ChainBroken)[] = [];
  const passed: string[] = [];
  for await (const line of checkedLines(linesOf(lines).lines, (found) => outcomes.push(found)))
    passed.push(line);
  return { passed, outcomes };
}

it('the lines of an intact chain pass unchanged, with a summary', async () => {
  const lines = chainOf(3);
  expect(await checked(lines)).toMatchObject({ passed: lines, outcomes: [{ entries: 3, anchored: true }] });
});

it('all lines of a broken chain pass, and the first broken line is reported', async () => {
  const lines = chainOf(4).toSpliced(1, 1);
  const { passed, outcomes } = await checked(lines);
  expect(passed).toEqual(lines);
  expect(outcomes).toEqual([expect.objectContaining({ name: 'ChainBroken', line: 2 })]);
});

it('the iterator of the lines is closed when the reader stops', async () => {
  const { state, lines } = linesOf(chainOf(3));
  for await (const _ of checkedLines(lines, () => undefined)) break;
  expect(state.isEnded).toBe(true);
});
