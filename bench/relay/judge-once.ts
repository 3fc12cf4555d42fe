/** Judges one body of `bodies.ts` in a process of its own, and tells by how much its memory grew. */
import { providers } from '@patchbay/integration/providers';
import { casesOf } from './bodies.ts';

/** What the parent process asks for. */
export interface Asked {
  readonly provider: string;
  readonly api: string;
  readonly path: string;
  readonly body: string;
}

const maxMb = (): number => process.resourceUsage().maxRSS / 1_024;

function memoryOf(asked: Asked): number {
  for (const provider of providers.filter((each) => each.provider === asked.provider))
    for (const { api, path, body, run } of casesOf(provider))
      if (api.name === asked.api && path === asked.path && body.name === asked.body) {
        const before = maxMb();
        run();
        return maxMb() - before;
      }
  throw new Error(`no body ${asked.body}`);
}

process.on('message', (asked: Asked) => process.send?.(memoryOf(asked)));
process.on('disconnect', () => process.exit());
