import { setTimeout as sleep } from 'node:timers/promises';
import { rename } from '../steps/account.ts';
import { pathOf, type StepContext, sessionOf } from '../steps/step.ts';
import { createWorkspaceIn } from '../steps/workspaces.ts';

const patienceMs = 120_000;

/** Renames one of the probe's people: those whose last rename has an attempt without an answer are left alone. */
async function renameOne(context: StepContext): Promise<void> {
  for (;;) {
    for (const person of context.random.shuffle(context.world.probePeople))
      if (await rename(context, person, false)) return;
    await sleep(200);
  }
}

/**
 * Makes two cheap changes, one in identity and one in organization, and follows them until both are in the trail. Resolves
 * with that moment; undefined where they are not there after two minutes.
 */
export async function probe(context: StepContext): Promise<number | undefined> {
  const { world, client } = context;
  const { ledger, sender, end } = client;
  const before = ledger.changes.length;
  await Promise.all([renameOne(context), createWorkspaceIn(context, world.probe, false)]);
  const addresses = [world.probe.owner, ...world.probePeople].map(({ email }) => email);
  const made = ledger.changes.slice(before).filter(({ actor }) => addresses.includes(actor.email));
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && !end.aborted) {
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
