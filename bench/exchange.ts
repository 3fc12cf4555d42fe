import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';
import type { Exchanged, Exchanges } from './exchange-messages.ts';

/** Sends requests to the simulated provider by bare undici, in a process of its own. */
export type BareExchanges = (exchanges: Exchanges) => Promise<Exchanged>;

export async function startBareExchanges(): Promise<BareExchanges> {
  const child = await startChild({
    name: 'bare undici',
    command: process.execPath,
    parameters: [fileURLToPath(new URL('./exchange-process.ts', import.meta.url))],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { NODE_ENV: 'production' },
    ipc: true,
  });
  return async (exchanges) => {
    const reply = once(child.process, 'message', { signal: AbortSignal.timeout(60_000) });
    child.process.send(exchanges);
    const [exchanged] = (await reply) as [Exchanged];
    if (exchanged.failure !== undefined) throw new Error(`bare undici: ${exchanged.failure}`);
    return exchanged;
  };
}
