import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@patchbay/local/stack/ports';
import { type RunningStack, startStack } from '@patchbay/local/stack/stack';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { generousLimits } from '../limits.ts';
import { createMailbox } from './client/mailbox.ts';
import { createSender } from './client/send.ts';
import type { ChaosConfig } from './config.ts';
import { collectEvidence } from './evidence/collect.ts';
import { finalVerdict } from './evidence/final-verdict.ts';
import { runFaults, type Struck } from './faults/run.ts';
import { createPauses } from './faults/signals.ts';
import { createLedger } from './ledger/ledger.ts';
import { createRandom } from './random.ts';
import { faultTable, struckText } from './report/faults.ts';
import { verdictText } from './report/verdict.ts';
import type { StepContext } from './steps/step.ts';
import { closeTraffic, found, runTraffic, type TrafficBounds } from './traffic.ts';
import type { Checked } from './verify/evidence.ts';
import { createLocks } from './world/locks.ts';
import { createWorld } from './world/world.ts';

const bounds: TrafficBounds = { clients: 8, changes: 60_000, pauseMs: { min: 20, max: 120 } };
const size = { organizations: 4, colleagues: 5, outsiders: 8, probePeople: 8 };
/** Creations that are sent once more at the end. */
const replays = 100;
/** How long clients go on trying after the last fault. */
const patienceMs = 90_000;

export interface ChaosOptions extends ChaosConfig {
  readonly log: (line: string) => void;
  /** Aborted: stops the run and everything that it started. */
  readonly signal: AbortSignal;
}

export interface ChaosResult {
  readonly checks: readonly Checked[];
  readonly passed: boolean;
}

const contextOf = (stack: RunningStack, seed: number, end: AbortSignal): StepContext => {
  const random = createRandom(seed);
  const sender = createSender(stack.address, `chaos-${seed}`);
  const client = { sender, ledger: createLedger(), random, creations: [], end };
  if (stack.mailbox === undefined) throw new Error('the mails of the stack go elsewhere');
  const mailbox = createMailbox(stack.mailbox);
  return { world: createWorld(size), random, client, mailbox, locks: createLocks() };
};

async function runOn(
  stack: RunningStack,
  folder: string,
  options: ChaosOptions,
): Promise<readonly Checked[]> {
  const { seed, seconds, log, signal } = options;
  const giveUp = new AbortController();
  const context = contextOf(stack, seed, AbortSignal.any([giveUp.signal, signal]));
  const pauses = createPauses();
  signal.addEventListener('abort', () => pauses.resumeAll());
  try {
    await stack.ready();
    log('founding organizations');
    await found(context, bounds);
    const calm = new AbortController();
    const stop = AbortSignal.any([calm.signal, signal]);
    const traffic = runTraffic(context, bounds, stop);
    const faultsUntil = AbortSignal.any([AbortSignal.timeout(seconds * 1_000), signal]);
    const random = context.random.fork();
    const report = (one: Struck) => log(struckText(one));
    const struck = await runFaults({ stack, context, random, pauses, report }, faultsUntil);
    calm.abort();
    log('the faults are over; waiting until every outcome is known');
    setTimeout(() => giveUp.abort(), patienceMs).unref();
    await traffic;
    await closeTraffic(context, bounds, replays);
    await sleep(Math.max(0, context.locks.freeFrom() - Date.now()), undefined, { signal });
    log('reading everything back');
    const checks = await finalVerdict(() => collectEvidence(context, stack, folder), options);
    log(`\n${faultTable(struck)}\n`);
    return checks;
  } finally {
    pauses.resumeAll();
    context.client.sender.close();
  }
}

/** Writes what the stack tells to `stack.log`, and passes on the first line of each: others are lines of logs. */
function stackLog(folder: string, log: (line: string) => void): (text: string) => void {
  const file = createWriteStream(join(folder, 'stack.log'));
  return (text) => {
    file.write(`${new Date().toISOString()} ${text}\n`);
    log(`  ${text.split('\n')[0]}`);
  };
}

/** Runs traffic and faults on a stack of its own, and says whether what clients were told is true. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, seconds, log, signal } = options;
  log(`seed ${seed}, ${seconds} s of faults (CHAOS_SEED=${seed} CHAOS_SECONDS=${seconds} repeats the run)`);
  const folder = await createTemporaryDirectory('patchbay-chaos-');
  let passed = false;
  try {
    const stack = await startStack({
      folder: folder.path,
      ports: await freePorts(),
      environment: { RATE_LIMITS: generousLimits, LOG_LEVEL: 'info' },
      log: stackLog(folder.path, log),
    });
    try {
      const checks = await runOn(stack, folder.path, options);
      passed = checks.every(({ findings }) => findings.length === 0);
      log(verdictText(checks));
      if (!passed) await writeFile(join(folder.path, 'findings.txt'), verdictText(checks, 100_000));
      return { checks, passed };
    } finally {
      await stack.stop();
    }
  } finally {
    if (passed || signal.aborted) await folder.remove();
    else log(`logs, data and all findings (findings.txt) are kept in ${folder.path}`);
  }
}
