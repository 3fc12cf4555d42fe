import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@patchbay/local/up/ports';
import { type RunningStack, startStack } from '@patchbay/local/up/stack';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import { waitFor } from '@patchbay/testing/wait';
import { Client } from 'pg';
import { generousLimits } from '../../limits.ts';
import { createRandom, type Random } from '../../random.ts';
import { createSender } from './client.ts';
import { closeDeletions, createDoomed } from './deletions.ts';
import { createPhases, type Phases, runFaults, type Struck } from './faults.ts';
import { createLedger } from './ledger.ts';
import { probe } from './probe.ts';
import { collectEvidence } from './read-back.ts';
import { startReceiver } from './receiver.ts';
import { faultTable, struckText, verdictText } from './report.ts';
import { createSignals, refuseContainers, type Signals } from './signals.ts';
import { type AdProvider, type StepContext, withRandom } from './steps/step.ts';
import { createWebhook } from './steps/webhooks.ts';
import { closeTraffic, found, runTraffic, type TrafficBounds } from './traffic.ts';
import type { Checked, Ended } from './verify/evidence.ts';
import { finalVerdict } from './verify/verify.ts';
import { createLocks, createMailReader, createWorld, type WorldSize } from './world.ts';

export interface ChaosConfig {
  readonly seed: number;
  /** For how long faults happen; starting, draining and reading back come on top. */
  readonly seconds: number;
}

export const integerOf = (name: string, fallback: number): number => {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} must be a positive integer`);
  return value;
};

/** CHAOS_SEED: default a random one. CHAOS_SECONDS: the default is given by who asks. */
export const readConfig = (seconds: number): ChaosConfig => ({
  seed: integerOf('CHAOS_SEED', 1 + Math.floor(Math.random() * 999_999)),
  seconds: integerOf('CHAOS_SECONDS', seconds),
});

/** When a run that hangs is ended, milliseconds after its beginning; long runs take longer to read back. */
export const deadlineMsOf = ({ seconds }: ChaosConfig): number => 900_000 + seconds * 1_500;

/** Settles as `work` does, or rejects as soon as the signal is aborted, whatever `work` waits for. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

export interface ChaosStack extends RunningStack {
  readonly mailbox: string;
  readonly secretsFile: string;
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
  return { ...stack, mailbox, secretsFile: join(folder, 'secrets.json'), ended };
}

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

const bounds: TrafficBounds = { clients: 8, deleters: 6, pauseMs: { min: 20, max: 120 } };
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
  readonly adProviders: AdProviders;
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

/**
 * Has changes without an answer written now instead of after minutes: those whose process was killed before it came. First relay writes the
 * statuses that it has kept.
 */
async function endNotes({ ports, postgresUrl }: ChaosStack): Promise<void> {
  await waitFor(
    async () => {
      const response = await fetch(`http://127.0.0.1:${ports.services.relay.admin}/metrics`);
      return /^patchbay_relay_statuses_kept\S* 0$/m.test(await response.text());
    },
    { what: 'the statuses that relay keeps to be written' },
  );
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query('update integration.sent_changes set answered_at = now() where answered_at is null');
  await client.end();
}

async function runOn(run: Run): Promise<readonly Checked[]> {
  const { stack, adProviders, options, stop } = run;
  const { log, seed } = options;
  const random = createRandom(seed);
  // Forked before anything is drawn that depends on answers, so that the seed determines them.
  const [forFaults, forProbe, forTraffic] = [random.fork(), random.fork(), random.fork()];
  const receiver = await startReceiver(random.fork());
  const phases = createPhases();
  const context = {
    ...createContext(stack, { run: `chaos-${seed}`, size, random, end: stop, log }),
    doomed: createDoomed(stack.postgresUrl, receiver, phases, stop),
  };
  try {
    await stack.ready();
    await refuseContainers(stack.processes());
    context.client.sender.onEnd((attempt) => phases.count(attempt));
    log('founding organizations');
    await found(context, bounds);
    for (const organization of [...context.world.organizations, context.world.probe])
      await createWebhook(context, organization, receiver);
    const struck = await strikeDuringTraffic(run, context, phases, [forFaults, forProbe, forTraffic]);
    stop.throwIfAborted();
    const end = AbortSignal.any([AbortSignal.timeout(patienceMs), stop]);
    await closeTraffic({ ...context, client: { ...context.client, end } }, bounds, replays);
    log(`\n${faultTable(struck, phases.calm)}\n`);
    await sleep(Math.max(0, context.locks.freeFrom() - Date.now()), undefined, { signal: stop });
    log('reading everything back');
    await closeDeletions(context);
    await endNotes(stack);
    const { requests } = adProviders.of(provider);
    const collect = () =>
      collectEvidence(context, stack, {
        struck,
        calm: phases.calm,
        arrived: [...receiver.arrived],
        relayed: requests.filter(({ method }) => method === 'PUT').map(({ url }) => url),
      });
    return await finalVerdict(collect, { log, signal: stop });
  } finally {
    context.client.sender.close();
    await receiver.stop();
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
    const checks = await untilAborted(runOn({ stack, adProviders, options, signals, stop }), stop);
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
