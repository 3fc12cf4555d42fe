import { appendFile } from 'node:fs/promises';
import type { EventPublisher } from '@patchbay/events/transport';

/** Keeps the signed heads of chains in a file, a line each, where there is no Kafka to publish them to. */
export const createHeadFile = (path: string): EventPublisher => ({
  name: 'head file',
  async publish(_topic, messages) {
    const lines = messages.map(({ value }) => `${Buffer.from(value).toString('utf8')}\n`);
    await appendFile(path, lines.join(''), { mode: 0o600 });
  },
});
