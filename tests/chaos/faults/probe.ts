import { setTimeout as sleep } from 'node:timers/promises';
import { cells } from '../ledger/cells.ts';
import { asUser, holding, pathOf, type StepContext, sessionOf } from '../steps/step.ts';

const patienceMs = 120_000;

/**
 * Makes two cheap changes, one in identity and one in organization, and follows them until both are in the trail. Resolves
 * with that moment; undefined where they are not there after two minutes. Only one probe runs at a time.
 */
export async function probe(context: StepContext): Promise<number | undefined> {
  const { world, client } = context;
  const { owner, slug } = world.probe;
  const name = world.nextName('Probe');
  const request = { method: 'PATCH', body: { name }, ...sessionOf(owner) } as const;
  const ids: string[][] = [];
  await holding(context, [], async (perform) => {
    const performed = await Promise.all([
      perform({
        operation: 'updateMe',
        actor: asUser(owner),
        request: { ...request, path: '/v1/me' },
        effects: () => [{ action: 'user.updated', person: owner.email }],
        writes: () => [{ cell: cells.personName(owner.email), value: name }],
      }),
      perform({
        operation: 'updateOrganization',
        actor: asUser(owner),
        request: { ...request, path: pathOf(world.probe) },
        effects: () => [{ action: 'organization.updated', organization: slug }],
        writes: () => [{ cell: cells.organizationName(slug), value: name }],
      }),
    ]);
    ids.push(...performed.map(({ change }) => change.attempts.map(({ requestId }) => requestId)));
  });
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && !client.end.aborted) {
    const { body } = await client.sender.send({
      method: 'GET',
      path: `${pathOf(world.probe)}/audit-logs?limit=20`,
      ...sessionOf(owner),
    });
    const { auditLogs = [] } = (body ?? {}) as { auditLogs?: { requestId: string }[] };
    const seen = new Set(auditLogs.map(({ requestId }) => requestId));
    if (ids.every((attempts) => attempts.some((id) => seen.has(id)))) return Date.now();
    await sleep(100);
  }
  return undefined;
}
