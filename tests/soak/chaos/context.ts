import { createSimulators } from '@patchbay/testing/ad-providers';
import { createMailReader } from './client/mail-reader.ts';
import { createSender } from './client/send.ts';
import { createLedger } from './ledger/ledger.ts';
import type { Random } from './random.ts';
import type { AdProvider, StepContext } from './steps/step.ts';
import { createLocks } from './world/locks.ts';
import { createWorld, type WorldSize } from './world/world.ts';

/** A provider with a form: no browser is needed to connect it. */
const provider = 'criteo';

function adProvider(): AdProvider {
  const simulator = createSimulators().find((each) => each.provider === provider);
  if (simulator === undefined) throw new Error(`there is no simulator of ${provider}`);
  return { provider, fields: simulator.ways[0].fields };
}

export interface ContextOptions {
  /** Request ids begin with it. */
  readonly run: string;
  readonly size: WorldSize;
  readonly random: Random;
  /** Aborted when clients stop trying again. */
  readonly end: AbortSignal;
  readonly log: (line: string) => void;
}

/** People who know nothing yet, and clients of the API at `address`. */
export function createContext(
  { address, mailbox }: { readonly address: string; readonly mailbox: string },
  { run, size, random, end, log }: ContextOptions,
): StepContext {
  const client = {
    sender: createSender(address, run),
    ledger: createLedger(),
    random: random.fork(),
    creations: [],
    end,
  };
  return {
    world: createWorld(size),
    random,
    client,
    mailbox: createMailReader(mailbox),
    locks: createLocks(),
    adProvider: adProvider(),
    log,
  };
}
