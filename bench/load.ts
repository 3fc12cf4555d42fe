import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';
import type { Burst, BurstResult } from './load-messages.ts';

export interface LoadGenerator {
  /** Rejects if a request was not answered with 200, because failed requests cost less or more than successful ones. */
  send(burst: Burst): Promise<BurstResult>;
}

export async function startLoadGenerator(): Promise<LoadGenerator> {
  const child = await startChild({
    name: 'load generator',
    command: process.execPath,
    parameters: [fileURLToPath(new URL('./load-process.ts', import.meta.url))],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { NODE_ENV: 'production' },
    ipc: true,
  });
  const exited = once(child.process, 'exit').then(() => {
    throw new Error('the load generator ended');
  });
  // `send` races against it; when no burst is running, the exit is not an error.
  exited.catch(() => {});
  return {
    async send(burst) {
      const answer = once(child.process, 'message') as Promise<[BurstResult]>;
      child.process.send(burst);
      const [result] = await Promise.race([answer, exited]);
      if (result.failure !== undefined) throw new Error(`a burst failed: ${result.failure}`);
      return result;
    },
  };
}
