import { afterEach, expect, it, vi } from 'vitest';
import { countPassedBytes } from './passed-bytes.ts';

afterEach(() => vi.unstubAllGlobals());

it('young objects are collected once for every 8 MiB that were passed on', () => {
  const collect = vi.fn<(options: NodeJS.GCOptions) => void>();
  vi.stubGlobal('gc', collect);
  for (let parts = 0; parts < 256; parts += 1) countPassedBytes(65_536);
  expect(collect.mock.calls).toEqual([[{ type: 'minor' }], [{ type: 'minor' }]]);
});

it('bytes are passed on without a collector too', () => {
  vi.stubGlobal('gc', undefined);
  expect(() => countPassedBytes(16_777_216)).not.toThrow();
});
