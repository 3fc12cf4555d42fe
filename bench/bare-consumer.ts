import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Consumed, Consumption } from './bare-consumer-messages.ts';
import { startChild } from './child.ts';

/** Reads messages with kafkajs alone, in a new process. */
export async function consumeBare(consumption: Consumption): Promise<Consumed> {
  const child = await startChild({
    name: 'bare consumer',
    command: process.execPath,
    parameters: [
      '--conditions=patchbay-source',
      fileURLToPath(new URL('./bare-consumer-process.ts', import.meta.url)),
    ],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { NODE_ENV: 'production' },
    ipc: true,
  });
  const reply = once(child.process, 'message', { signal: AbortSignal.timeout(60_000) });
  child.process.send(consumption);
  const [consumed] = (await reply) as [Consumed];
  if (consumed.failure !== undefined) throw new Error(`the bare consumer failed: ${consumed.failure}`);
  await child.stop();
  return consumed;
}
