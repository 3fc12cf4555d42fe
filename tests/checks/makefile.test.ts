import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const makefile = readFileSync(new URL('../../Makefile', import.meta.url), 'utf8');
const matches = (pattern: RegExp): string[] => [...makefile.matchAll(pattern)].map(([, name = '']) => name);

it('each target of the Makefile is there once, and `make help` tells what it does', () => {
  const targets = matches(/^([a-z-]+):/gm);
  expect(targets.length).toBeGreaterThan(0);
  expect(targets).toEqual([...new Set(targets)]);
  expect(matches(/^([a-z-]+):.*## ./gm)).toEqual(targets);
  expect(matches(/^\.PHONY: (.*)$/gm)).toEqual(targets);
});
