import { setTimeout as sleep } from 'node:timers/promises';
import { rename } from './steps/account.ts';
import { pathOf, type StepContext, sessionOf } from './steps/step.ts';
import { createWorkspaceIn, renameWorkspaceIn } from './steps/workspaces.ts';

const patienceMs = 120_000;

/** Renames one of the probe's people: those whose last rename has an attempt without an answer are left alone. */
async function renameOne(context: StepContext): Promise<void> {
  while (!context.client.end.aborted) {
    for (const person of context.random.shuffle(context.world.probePeople))
      if (await rename(context, person, false)) return;
    await sleep(200);
  }
}

/** Of 1,000 that an organization may have: a long run goes on with renames. */
const maxWorkspaces = 100;

async function changeWorkspace(context: StepContext): Promise<void> {
  const { world, random, client } = context;
  const { workspaces } = world.probe;
  if (workspaces.length < maxWorkspaces) return void (await createWorkspaceIn(context, world.probe, false));
  while (!client.end.aborted) {
    for (const workspace of random.shuffle(workspaces))
      if (await renameWorkspaceIn(context, world.probe, workspace, false)) return;
    await sleep(200);
  }
}

/**
 * Makes two cheap changes, one in identity and one in organization, and follows them until both are in the trail. Resolves
 * with that moment; undefined where they are not there after two minutes.
 */
export async function probe(whole: StepContext): Promise<number | undefined> {
  const end = AbortSignal.any([whole.client.end, AbortSignal.timeout(patienceMs)]);
  const context = { ...whole, client: { ...whole.client, end } };
  const { world, client } = context;
  const { ledger, sender } = client;
  const before = ledger.changes.length;
  await Promise.all([renameOne(context), changeWorkspace(context)]);
  const addresses = [world.probe.owner, ...world.probePeople].map(({ email }) => email);
  const made = ledger.changes.slice(before).filter(({ actor }) => addresses.includes(actor.email));
  while (!end.aborted && made.length === 2) {
    const { body } = await sender.send({
      method: 'GET',
      path: `${pathOf(world.probe)}/audit-logs?limit=20`,
      ...sessionOf(world.probe.owner),
    });
    const { auditLogs = [] } = (body ?? {}) as { auditLogs?: { requestId: string }[] };
    const seen = new Set(auditLogs.map(({ requestId }) => requestId));
    if (made.every(({ attempts }) => attempts.some(({ requestId }) => seen.has(requestId))))
      return Date.now();
    await sleep(100);
  }
  return undefined;
}
