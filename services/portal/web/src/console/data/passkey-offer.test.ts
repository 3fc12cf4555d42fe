import { afterEach, expect, it, vi } from 'vitest';
import { endOffer, mayOffer } from './passkey-offer.ts';

function createStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}

afterEach(() => vi.unstubAllGlobals());

it('a passkey is offered to each person in one session, and never again once they answered', () => {
  vi.stubGlobal('localStorage', createStorage());
  expect(mayOffer('ada', 'first')).toBe(true);
  expect(mayOffer('ada', 'first')).toBe(true);
  expect(mayOffer('ada', 'second')).toBe(false);
  expect(mayOffer('bob', 'second')).toBe(true);
  endOffer('bob');
  expect(mayOffer('bob', 'second')).toBe(false);
});

it('nothing is offered where the browser forbids storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(mayOffer('ada', 'first')).toBe(false);
});
