import { isPersonName, mayBeHidden } from '../ledger/cells.ts';
import type { Change, Write } from '../ledger/change.ts';
import type { Finding } from '../ledger/finding.ts';
import type { Checked, Evidence } from './evidence.ts';
import type { Recorded } from './recorded.ts';

interface Expected {
  readonly write: Write;
  readonly by: Change;
}

/**
 * The newest value of each cell. A change of unknown outcome counts if the trail has it, so that trail and state must agree
 * about it.
 */
function newestValues(changes: readonly Change[], recorded: Recorded): Map<string, Expected> {
  const newest = new Map<string, Expected>();
  for (const change of changes) {
    const done =
      change.outcome === 'acknowledged' || (change.outcome === 'unknown' && recorded.of(change).length > 0);
    if (done) for (const write of change.writes) newest.set(write.cell, { write, by: change });
  }
  return newest;
}

const idsOf = (expected: Expected | undefined): string[] =>
  expected === undefined ? [] : expected.by.attempts.map(({ requestId }) => requestId);

/** What the API shows is the newest acknowledged value, nothing is gone, and nothing is there that nobody made. */
export function checkState(
  { changes, observations }: Pick<Evidence, 'changes' | 'observations'>,
  recorded: Recorded,
): Checked {
  const newest = newestValues(changes, recorded);
  const findings: Finding[] = [];
  let [names, stale] = [0, 0];
  const shown = new Set<string>();
  for (const { cell, value, where } of observations) {
    shown.add(cell);
    const expected = newest.get(cell);
    const right = expected?.write.value === value;
    if (isPersonName(cell)) names += 1;
    if (isPersonName(cell) && !right) stale += 1;
    if (!right) {
      const instead = expected === undefined ? 'nobody made it' : `the newest is ${expected.write.value}`;
      findings.push({ text: `${cell} in ${where} is ${value}: ${instead}`, requestIds: idsOf(expected) });
    }
  }
  for (const [cell, expected] of newest) {
    if (expected.write.value === null || shown.has(cell) || mayBeHidden(expected.write)) continue;
    findings.push({ text: `${cell} is gone: it was ${expected.write.value}`, requestIds: idsOf(expected) });
  }
  const others = findings.length - stale;
  const line = `values that the API shows ${observations.length - names}: wrong ${others}; names of people ${names}: stale ${stale}`;
  return { line, findings };
}
