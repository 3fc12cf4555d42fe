import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '@patchbay/local/stack/ports';
import { type RunningStack, startStack } from '@patchbay/local/stack/stack';
import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import { generousLimits } from '../../limits.ts';
import type { Ended } from './verify/evidence.ts';

export interface ChaosStack extends RunningStack {
  readonly mailbox: string;
  /** The processes that have ended so far, in this order. */
  readonly ended: readonly Ended[];
}

/** Writes what the stack tells to `stack.log`, and passes on the first line of each: others are lines of logs. */
function stackLog(folder: string, log: (line: string) => void): (text: string) => void {
  const file = createWriteStream(join(folder, 'stack.log'));
  return (text) => {
    file.write(`${new Date().toISOString()} ${text}\n`);
    log(`  ${text.split('\n')[0]}`);
  };
}

/** The stack of `make up` on free ports, with everything in `folder`, which calls simulated providers and notes how its processes end. */
export async function startChaosStack(
  folder: string,
  { installations }: Pick<AdProviders, 'installations'>,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<ChaosStack> {
  const ended: Ended[] = [];
  const providersFile = join(folder, 'providers.json');
  await writeFile(providersFile, JSON.stringify(installations));
  const stack = await startStack({
    folder,
    ports: await freePorts(),
    environment: { RATE_LIMITS: generousLimits, LOG_LEVEL: 'info', PROVIDERS_FILE: providersFile },
    log: stackLog(folder, log),
    onEnd: (name, exit) => void ended.push({ name, exit }),
    signal,
  });
  const { mailbox } = stack;
  if (mailbox === undefined) throw new Error('the mails of the stack go elsewhere');
  return { ...stack, mailbox, ended };
}
