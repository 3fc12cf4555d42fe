import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

const draw = (seed: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: 20 }, () => random.between(1, 6));
};

describe('a seeded source of random numbers', () => {
  it('repeats itself with the same seed, and with no other', () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('stays within its bounds and reaches both of them', () => {
    const random = createRandom(1);
    const drawn = new Set(Array.from({ length: 500 }, () => random.between(1, 6)));
    expect(drawn).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });

  it('shuffles without losing or doubling an item', () => {
    const items = [1, 2, 3, 4, 5];
    expect(
      createRandom(3)
        .shuffle(items)
        .toSorted((a, b) => a - b),
    ).toEqual(items);
  });

  it('forks into sequences that do not depend on what is drawn elsewhere', () => {
    const [one, other] = [createRandom(5), createRandom(5)];
    const [first, second] = [one.fork(), other.fork()];
    one.next();
    expect(first.next()).toBe(second.next());
  });

  it('refuses to pick from nothing', () => {
    expect(() => createRandom(1).pick([])).toThrow('nothing');
  });
});
