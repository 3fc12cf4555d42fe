import { open } from 'node:fs/promises';
import type { EventPublisher } from '@patchbay/events/transport';

/**
 * Where the last whole line of a file ends. What follows it is a line whose write was interrupted: the publication of its heads
 * failed, and they are published again.
 */
async function endOfLines(file: Awaited<ReturnType<typeof open>>): Promise<number> {
  const chunk = Buffer.alloc(65_536);
  let end = (await file.stat()).size;
  while (end > 0) {
    const begin = Math.max(0, end - chunk.length);
    const { bytesRead } = await file.read(chunk, 0, end - begin, begin);
    const newline = chunk.subarray(0, bytesRead).lastIndexOf('\n');
    if (newline >= 0) return begin + newline + 1;
    end = begin;
  }
  return 0;
}

/** Keeps the signed heads of chains in a file, a line each, where there is no Kafka to publish them to. */
export function createHeadFile(path: string): EventPublisher {
  return {
    name: 'head file',
    async publish(_topic, messages) {
      const lines = messages.map(({ value }) => `${Buffer.from(value).toString('utf8')}\n`);
      const file = await open(path, 'a+', 0o600);
      try {
        await file.truncate(await endOfLines(file));
        await file.appendFile(lines.join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}
