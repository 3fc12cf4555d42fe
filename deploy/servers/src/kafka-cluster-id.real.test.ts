import type { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startKafka } from './kafka.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';

// One of sixty-four random cluster ids begins with a dash, which Kafka's storage tool could take for an option.
const dashes = 0xf8;
vi.mock(import('node:crypto'), async (original) => ({
  ...(await original()),
  randomBytes: ((size: number) => Buffer.alloc(size, dashes)) as typeof randomBytes,
}));

it('a Kafka whose cluster id begins with a dash starts', async () => {
  const directory = await createTemporaryDirectory();
  const server = await startKafka({ directory: directory.path });
  try {
    const properties = await readFile(join(directory.path, 'data', 'meta.properties'), 'utf8');
    expect(properties).toMatch(/^cluster\.id=-/m);
  } finally {
    await server.stop();
    await directory.remove();
  }
});
