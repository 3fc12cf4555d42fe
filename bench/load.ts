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
  const gone = once(child.process, 'exit').then(() => {
    throw new Error('the load generator ended');
  });
  // Heard by whoever sends; its end after the last burst is nobody's fault.
  gone.catch(() => {});
  return {
    async send(burst) {
      const answer = once(child.process, 'message') as Promise<[BurstResult]>;
      child.process.send(burst);
      const [result] = await Promise.race([answer, gone]);
      if (result.failure !== undefined) throw new Error(`a burst failed: ${result.failure}`);
      return result;
    },
  };
}
