import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function lines(): { destination: { write(line: string): void }; read: () => Record<string, unknown>[] } {
  const written: string[] = [];
  return {
    destination: { write: (line) => void written.push(line) },
    read: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('a log line', () => {
  it('is JSON with service, level and time', () => {
    const { destination, read } = lines();
    createLogger({ service: 'identity', destination }).warn({ sessions: 3 }, 'swept');
    expect(read()).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        service: 'identity',
        sessions: 3,
        msg: 'swept',
      },
    ]);
  });

  it.each(['token', 'authorization', 'cookie', 'password', 'apiKey'])('never shows a %s', (name) => {
    const { destination, read } = lines();
    const logger = createLogger({ service: 'gateway', destination });
    logger.info({ [name]: 'hunter2', request: { [name]: 'hunter2' } });
    expect(JSON.stringify(read())).not.toContain('hunter2');
  });

  it('below the level is not written', () => {
    const { destination, read } = lines();
    createLogger({ service: 'gateway', level: 'error', destination }).info('quiet');
    expect(read()).toEqual([]);
  });
});
