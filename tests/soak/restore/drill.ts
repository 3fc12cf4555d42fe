import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { startAdProviders } from '@patchbay/testing/ad-providers/server';
import { waitFor } from '@patchbay/testing/wait';
import { createRandom } from '../../random.ts';
import { createContext, untilAborted } from '../chaos/chaos.ts';
import { verdictText } from '../chaos/report.ts';
import { createSharedKey, rotateKey } from '../chaos/steps/api-keys.ts';
import { connectIntegration, createIntegration } from '../chaos/steps/integrations.ts';
import { signIn } from '../chaos/steps/sign-in.ts';
import type { Step, StepContext } from '../chaos/steps/step.ts';
import { createWorkspace } from '../chaos/steps/workspaces.ts';
import { found, runTraffic, type TrafficBounds } from '../chaos/traffic.ts';
import type { Checked } from '../chaos/verify/evidence.ts';
import type { Person } from '../chaos/world.ts';
import { checkCredentials, checkEnded, checkRows, compare, knownAt, readBack } from './checks.ts';
import {
  activeIntegrations,
  type BaseBackup,
  countEntries,
  countNotes,
  countWrongRows,
  endAgain,
  equalCopies,
} from './database.ts';
import {
  checkHeads,
  createInstallation,
  type Head,
  type Installation,
  readHeads,
  resetOffsets,
} from './installation.ts';
import { changeWebhooks, checkWebhooks, createWebhooks, type DrillWebhooks } from './webhooks.ts';

const bounds: TrafficBounds = { clients: 8, pauseMs: { min: 10, max: 60 } };
const size = { organizations: 3, colleagues: 4, outsiders: 4, probePeople: 1 };
/** For how long audit records nothing before the backup is taken: events are on their way then, as they are under load. */
const behindMs = 700;
/** How far before the backup audit reads on, as docs/restore.md says. It must be longer than audit was behind. */
const marginMs = 3_600_000;
/** Until everything that Kafka has is recorded. */
const patienceMs = 120_000;

export interface DrillOptions {
  /** Of traffic; the backup is taken in the middle. */
  readonly seconds: number;
  readonly seed: number;
  /** What is there after the loss of the database: Kafka as it was, or a new one. One restore for each. */
  readonly kafkas: readonly ('kept' | 'lost')[];
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

interface Drill {
  readonly options: DrillOptions;
  readonly installation: Installation;
  readonly context: StepContext;
}

async function repeat(step: Step, context: StepContext): Promise<void> {
  for (let times = 0; times < 6; times += 1) await step(context);
}

async function backUpUnderTraffic(
  { options, installation, context }: Drill,
  webhooks: DrillWebhooks,
): Promise<BaseBackup> {
  const { seconds, log, signal } = options;
  const calm = new AbortController();
  const traffic = runTraffic(context, bounds, AbortSignal.any([calm.signal, signal]));
  await sleep(seconds * 500);
  const resume = installation.pauseAudit();
  try {
    await sleep(behindMs);
    // The traffic disables and deletes some of those that were connected.
    await repeat(connectIntegration, context);
    const begunAt = Date.now();
    const backup = await installation.backUp();
    log(
      `backup of ${backup.files} files, ${Math.round(backup.bytes / 1e6)} MB, taken within ${backup.to - begunAt} ms`,
    );
    return backup;
  } finally {
    resume();
    // After the backup: some of its keys end, and its webhooks change.
    await repeat(rotateKey, context);
    await changeWebhooks(context, webhooks);
    await sleep(seconds * 500);
    calm.abort();
    await traffic;
  }
}

const finding = (text: string): Checked['findings'] => [{ text, requestIds: [] }];

async function signOwnersIn(context: StepContext): Promise<Checked> {
  const owners = [...context.world.organizations, context.world.probe].map(({ owner }) => owner);
  for (const owner of owners) owner.session = undefined;
  // A mail may be late: then people ask for another link.
  const isIn = (owner: Person) => signIn(context, owner).then(() => owner.session !== undefined);
  const waiting = { what: 'a session', timeoutMs: patienceMs, intervalMs: 1_000 };
  await Promise.allSettled(owners.map((owner) => waitFor(() => isIn(owner), waiting)));
  const out = owners.filter(({ session }) => session === undefined);
  return {
    line: `people who sign in ${owners.length}: that cannot ${out.length}`,
    findings: out.flatMap(({ email }) => finding(`${email} cannot sign in`)),
  };
}

/** Heads from before the backup and from after the restore fit, and those between tell that something is not as it was. */
async function checkPublishedHeads(
  heads: readonly Head[],
  backup: BaseBackup,
  restoredAt: number,
  installation: Installation,
): Promise<Checked[]> {
  const between = heads.filter(({ signedAt }) => signedAt >= backup.from && signedAt < restoredAt);
  const others = heads.filter((head) => !between.includes(head));
  const [whole, undone] = await Promise.all([
    checkHeads(others, installation),
    checkHeads(between, installation),
  ]);
  return [
    {
      line: `heads from before the backup and after the restore: ${whole.summary}`,
      findings: whole.code === 0 ? [] : finding('they do not fit'),
    },
    {
      line: `heads between: ${undone.summary}`,
      findings: undone.code === 1 && /altered|cut/.test(undone.summary) ? [] : finding('all of them fit'),
    },
  ];
}

/** Checks until nothing is wrong: events may still be on their way to the trail. */
async function untilRight(check: () => Promise<Checked[]>): Promise<Checked[]> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const checks = await check();
    if (checks.every(({ findings }) => findings.length === 0) || Date.now() > deadline) return checks;
    await sleep(500);
  }
}

async function restoreAndCheck(
  { options, installation, context }: Drill,
  backup: BaseBackup,
  kafka: 'kept' | 'lost',
  { headsBefore, webhooks }: { readonly headsBefore: readonly Head[]; readonly webhooks: DrillWebhooks },
): Promise<Checked[]> {
  const { log } = options;
  const { adminUrl, brokers } = installation;
  const known = knownAt(backup, context.client.ledger.changes);
  const begunAt = Date.now();
  await installation.restore();
  const entries = await countEntries(adminUrl);
  const copies = await equalCopies(adminUrl);
  if (kafka === 'lost') await installation.emptyKafka();
  else {
    const again = await resetOffsets(brokers, {
      audit: backup.from - marginMs,
      organization: 'end',
      integration: 'end',
      webhook: 'end',
    });
    log(`audit reads ${again} messages again`);
  }
  await installation.startServices();
  const signedIn = await signOwnersIn(context);
  log(
    `restored, Kafka ${kafka}: ${entries} entries of the trail, ${copies} copies made equal, ready after ${Date.now() - begunAt} ms`,
  );
  const checks = await untilRight(async () => {
    const rows = await countWrongRows(adminUrl);
    const ofRows = checkRows(rows);
    // Reading everything back takes seconds: it waits until Postgres has every entry.
    if (kafka === 'kept' && ofRows.findings.length > 0) return [ofRows];
    const shown = await readBack(context);
    const missing = Object.entries(rows).filter(([what]) => what.includes('without the entry'));
    const others = Object.entries(rows).filter(([what]) => !what.includes('without the entry'));
    if (kafka === 'kept') return [...compare(known, shown, kafka), ofRows];
    return [
      ...compare(known, shown, kafka),
      checkRows(Object.fromEntries(others)),
      // What was on its way is lost with Kafka: it is told, and is not wrong.
      { line: `lost: ${checkRows(Object.fromEntries(missing)).line}`, findings: [] },
    ];
  });
  log(
    `the trail has ${await countEntries(adminUrl)} entries, ${Date.now() - begunAt} ms after the beginning`,
  );
  const credentials = await checkCredentials(context, await activeIntegrations(adminUrl));
  const left = await endAgain(adminUrl, backup.from);
  const ended =
    kafka === 'kept' ? [await checkEnded(context, known), await checkWebhooks(adminUrl, webhooks)] : [];
  log(`what was ended is ended again; ${left} changes are left to people`);
  await installation.stopServices();
  const heads = kafka === 'kept' ? await readHeads(brokers) : [...headsBefore, ...(await readHeads(brokers))];
  return [
    signedIn,
    ...checks,
    credentials,
    ...ended,
    ...(await checkPublishedHeads(heads, backup, begunAt, installation)),
  ];
}

async function runOn(drill: Drill): Promise<Checked[]> {
  const { options, installation, context } = drill;
  const { log, kafkas } = options;
  await installation.startServices();
  await found(context, bounds);
  // So that there are stored credentials and keys before the backup, whatever the traffic does.
  for (const step of [createWorkspace, createIntegration, connectIntegration, createSharedKey])
    await repeat(step, context);
  const webhooks = await createWebhooks(context);
  const backup = await backUpUnderTraffic(drill, webhooks);
  await waitFor(async () => (await countNotes(installation.adminUrl)) === 0, {
    what: 'the trail to have every relayed change',
  });
  await installation.stopServices();
  const { changes } = context.client.ledger;
  const { before, during, after } = knownAt(backup, changes);
  log(
    `changes ${changes.length}: before the backup ${before.length}, while it ended ${during.length}, after it ${after.length}`,
  );
  log(`the trail had ${await countEntries(installation.adminUrl)} entries`);
  const heads = await readHeads(installation.brokers);
  const checks: Checked[] = [];
  for (const kafka of kafkas) {
    const ofRestore = await restoreAndCheck(drill, backup, kafka, { headsBefore: heads, webhooks });
    log(verdictText(ofRestore));
    checks.push(...ofRestore);
  }
  return checks;
}

/** Loses the database of a stack of its own, restores it from a backup that was taken under traffic, and checks what is there then. */
export async function runDrill(
  options: DrillOptions,
): Promise<{ checks: readonly Checked[]; passed: boolean }> {
  const { seconds, seed, log, signal } = options;
  const folder = await createTemporaryDirectory('patchbay-drill-');
  log(`seed ${seed}, ${seconds} s of traffic, in ${folder.path}`);
  const adProviders = await startAdProviders(createSimulators());
  const random = createRandom(seed);
  let [installation, passed]: [Installation | undefined, boolean] = [undefined, false];
  try {
    installation = await createInstallation(folder.path, adProviders, () => {});
    const context = createContext(installation, { run: `drill-${seed}`, size, random, end: signal, log });
    try {
      const checks = await untilAborted(runOn({ options, installation, context }), signal);
      passed = checks.every(({ findings }) => findings.length === 0);
      return { checks, passed };
    } finally {
      context.client.sender.close();
    }
  } finally {
    await installation?.stop();
    await adProviders.stop();
    if (passed || signal.aborted) await folder.remove();
    else log(`logs and data are kept in ${folder.path}`);
  }
}
