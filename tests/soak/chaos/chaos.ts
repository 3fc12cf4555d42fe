import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import { type ChaosConfig, deadlineMsOf } from './config.ts';
import { createContext } from './context.ts';
import { collectEvidence } from './evidence/collect.ts';
import { finalVerdict } from './evidence/final-verdict.ts';
import { createPhases, type Phases } from './faults/phases.ts';
import { probe } from './faults/probe.ts';
import { runFaults } from './faults/run.ts';
import { createSignals, refuseContainers, type Signals } from './faults/signals.ts';
import type { Struck } from './faults/struck.ts';
import { createRandom, type Random } from './random.ts';
import { faultTable, struckText } from './report/faults.ts';
import { verdictText } from './report/verdict.ts';
import { type ChaosStack, startChaosStack } from './stack.ts';
import { type StepContext, withRandom } from './steps/step.ts';
import { closeTraffic, found, runTraffic, type TrafficBounds } from './traffic.ts';
import { untilAborted } from './until-aborted.ts';
import type { Checked } from './verify/evidence.ts';

const bounds: TrafficBounds = { clients: 8, pauseMs: { min: 20, max: 120 } };
const size = { organizations: 4, colleagues: 5, outsiders: 8, probePeople: 8 };
/** Creations that are sent once more at the end. */
const replays = 100;
/** How long clients go on trying after the last fault, and once more when they close. */
const patienceMs = 90_000;

export interface ChaosOptions extends ChaosConfig {
  readonly log: (line: string) => void;
  /** Aborted by a person: stops the run and everything that it started, and deletes its folder. */
  readonly signal: AbortSignal;
}

export interface ChaosResult {
  readonly checks: readonly Checked[];
  readonly passed: boolean;
}

interface Run {
  readonly stack: ChaosStack;
  readonly options: ChaosOptions;
  readonly signals: Signals;
  /** Aborted: by a person, or at the deadline. */
  readonly stop: AbortSignal;
}

/** Traffic, and faults meanwhile; resolves when the outcome of every change is known. */
async function strikeDuringTraffic(
  { stack, options, signals, stop }: Run,
  whole: StepContext,
  phases: Phases,
  [faultChoices, probeChoices, traffic]: readonly [Random, Random, Random],
): Promise<Struck[]> {
  const { seconds, log } = options;
  const [calm, giveUp] = [new AbortController(), new AbortController()];
  const client = { ...whole.client, end: AbortSignal.any([giveUp.signal, stop]) };
  const context = { ...whole, client };
  const running = runTraffic(withRandom(context, traffic), bounds, AbortSignal.any([calm.signal, stop]));
  const probing = withRandom(context, probeChoices);
  const struck = await runFaults(
    {
      stack,
      probe: () => probe(probing),
      random: faultChoices,
      signals,
      phases,
      report: (one) => log(struckText(one)),
      wait: (ms) => sleep(ms, undefined, { signal: stop }).catch(() => undefined),
      end: stop,
    },
    AbortSignal.timeout(seconds * 1_000),
  );
  calm.abort();
  log('the faults are over; waiting until every outcome is known');
  setTimeout(() => giveUp.abort(), patienceMs).unref();
  await running;
  return struck;
}

async function runOn(run: Run): Promise<readonly Checked[]> {
  const { stack, options, stop } = run;
  const { log, seed } = options;
  const random = createRandom(seed);
  // Forked before anything is drawn that depends on answers, so that the seed determines them.
  const [forFaults, forProbe, forTraffic] = [random.fork(), random.fork(), random.fork()];
  const context = createContext(stack, { run: `chaos-${seed}`, size, random, end: stop, log });
  try {
    await stack.ready();
    await refuseContainers(stack.processes());
    const phases = createPhases();
    context.client.sender.onEnd((attempt) => phases.count(attempt));
    log('founding organizations');
    await found(context, bounds);
    const struck = await strikeDuringTraffic(run, context, phases, [forFaults, forProbe, forTraffic]);
    stop.throwIfAborted();
    const end = AbortSignal.any([AbortSignal.timeout(patienceMs), stop]);
    await closeTraffic({ ...context, client: { ...context.client, end } }, bounds, replays);
    log(`\n${faultTable(struck, phases.calm)}\n`);
    await sleep(Math.max(0, context.locks.freeFrom() - Date.now()), undefined, { signal: stop });
    log('reading everything back');
    return await finalVerdict(() => collectEvidence(context, stack, { struck, calm: phases.calm }), {
      log,
      signal: stop,
    });
  } finally {
    context.client.sender.close();
  }
}

async function judge(
  folder: string,
  adProviders: AdProviders,
  options: ChaosOptions,
  stop: AbortSignal,
): Promise<ChaosResult> {
  const signals = createSignals();
  const stack = await startChaosStack(folder, adProviders, options.log, stop);
  try {
    const checks = await untilAborted(runOn({ stack, options, signals, stop }), stop);
    const passed = checks.every(({ findings }) => findings.length === 0);
    options.log(verdictText(checks));
    if (!passed) await writeFile(join(folder, 'findings.txt'), verdictText(checks, 100_000));
    return { checks, passed };
  } finally {
    // A process that is stopped by SIGSTOP could not end.
    signals.resumeAll();
    await stack.stop();
  }
}

/** Runs traffic and faults on a stack of its own, and says whether what clients were told is true. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, seconds, log, signal } = options;
  const folder = await createTemporaryDirectory('patchbay-chaos-');
  log(
    `seed ${seed}, ${seconds} s of faults (CHAOS_SEED=${seed} CHAOS_SECONDS=${seconds}), in ${folder.path}`,
  );
  const deadline = AbortSignal.timeout(deadlineMsOf(options));
  // In this process, which no fault strikes.
  const adProviders = await startAdProviders(createSimulators());
  let passed = false;
  try {
    const result = await judge(folder.path, adProviders, options, AbortSignal.any([signal, deadline]));
    ({ passed } = result);
    return result;
  } catch (error) {
    if (!deadline.aborted || signal.aborted) throw error;
    throw new Error(`the run did not end within ${deadlineMsOf(options) / 1_000} s`, { cause: error });
  } finally {
    await adProviders.stop();
    if (passed || signal.aborted) await folder.remove();
    else log(`logs, data and all findings (findings.txt) are kept in ${folder.path}`);
  }
}
