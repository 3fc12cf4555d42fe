import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';
import type { Burst, BurstResult } from './load-messages.ts';

export interface LoadGenerator {
  /** Rejects where one request was not answered with 200: what fails costs something else. */
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
  return {
    async send(burst) {
      const answer = once(child.process, 'message') as Promise<[BurstResult]>;
      child.process.send(burst);
      const [result] = await answer;
      if (result.failure !== undefined) throw new Error(`a burst failed: ${result.failure}`);
      return result;
    },
  };
}
