import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { type Faults, nameOf, planFaults, processNames } from './plan.ts';

const firstOf = (seed: number, count: number): Faults[] => {
  const plan = planFaults(createRandom(seed));
  return Array.from({ length: count }, () => plan.next().value);
};

describe('the plan of faults', () => {
  it('is the same for the same seed', () => {
    expect(firstOf(11, 40)).toEqual(firstOf(11, 40));
    expect(firstOf(11, 40)).not.toEqual(firstOf(12, 40));
  });

  it('gives each process its turn in every round', () => {
    const round = firstOf(5, processNames.length).map(([fault]) => fault?.process);
    expect(round).toHaveLength(processNames.length);
    expect(new Set(round)).toEqual(new Set(processNames));
  });

  it('has every kind of fault of every process after three rounds', () => {
    const single = firstOf(5, processNames.length * 3).map(([fault]) => `${fault?.process} ${fault?.kind}`);
    expect(new Set(single).size).toBe(3 * 2 + 6 * 3);
  });

  it('stops no process for more than eight seconds, and strikes two different ones where it strikes two', () => {
    const plan = firstOf(9, 300);
    for (const { kind, pauseMs } of plan.flat())
      expect(pauseMs).toSatisfy((ms: number) => (kind === 'pause' ? ms >= 1_000 && ms <= 8_000 : ms === 0));
    const pairs = plan.filter(({ length }) => length === 2);
    expect(pairs.length).toBeGreaterThan(20);
    for (const pair of pairs) {
      expect(new Set(pair.map(({ process }) => process)).size).toBe(2);
      expect(nameOf(pair)).toBe('two at once');
    }
  });
});
