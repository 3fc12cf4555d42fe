import { describe, expect, it } from 'vitest';
import { assign } from './assign.ts';

const slot = (required: boolean, ...fitting: string[]) => ({ required, fitting });
const fits = ({ fitting }: { fitting: string[] }, item: string): boolean => fitting.includes(item);

describe('items that are put into slots', () => {
  it('leave none over where all fit, whatever their order', () => {
    const slots = [slot(true, 'a', 'b'), slot(true, 'a'), slot(false, 'b', 'c')];
    for (const items of [
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
    ])
      expect(assign(slots, items, fits)).toEqual({ empty: [], left: [] });
  });

  it('go to required slots first', () => {
    const required = slot(true, 'a');
    expect(assign([slot(false, 'a'), required], ['a'], fits)).toEqual({ empty: [], left: [] });
    expect(assign([slot(false, 'a'), required], [], fits)).toEqual({ empty: [required], left: [] });
  });

  it('do not make up for each other', () => {
    const missed = slot(true, 'b');
    expect(assign([slot(true, 'a'), missed], ['a', 'a2'], fits)).toEqual({ empty: [missed], left: ['a2'] });
  });
});
