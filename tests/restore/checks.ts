import { readAs } from '../chaos/evidence/read.ts';
import { readKeys, readOrganization, tryKeys } from '../chaos/evidence/state.ts';
import { readTrail } from '../chaos/evidence/trails.ts';
import { inParallel } from '../chaos/in-parallel.ts';
import { pathOf, type StepContext, sessionOf } from '../chaos/steps/step.ts';
import { checkChains } from '../chaos/verify/chains.ts';
import type { Checked, Evidence, Observation, Trail } from '../chaos/verify/evidence.ts';
import { checkOrganizationEffects } from '../chaos/verify/organization-effects.ts';
import { checkPersonEffects } from '../chaos/verify/person-effects.ts';
import { recordedIn } from '../chaos/verify/recorded.ts';
import { checkState } from '../chaos/verify/state.ts';
import type { StoredIntegration, WrongRows } from './database.ts';
import type { Known } from './known.ts';

/** Reads at the same time. */
const readers = 4;

/** Everything that the API shows the owners of organizations after a restore. */
export async function readBack({
  world,
  client,
}: StepContext): Promise<Pick<Evidence, 'trails' | 'observations'>> {
  const { sender } = client;
  const trails = new Map<string, Trail>();
  const observations: Observation[] = [];
  await inParallel([...world.organizations, world.probe], readers, async (organization) => {
    const read = readAs(sender, organization.owner);
    trails.set(organization.slug, await readTrail(read, organization.slug));
    observations.push(...(await readOrganization(read, organization)));
    observations.push(...(await readKeys(read, organization, organization.owner)));
    observations.push(...(await tryKeys(sender, organization)));
  });
  return { trails, observations };
}

const titled = (title: string, { line, findings }: Checked): Checked => ({
  line: `${title}: ${line}`,
  findings,
});

/**
 * Holds what clients were told before the backup against what the platform shows. `lost` are the changes after the backup whose entries
 * must be in the trails all the same, because Kafka has their events.
 */
export function compare(
  { before, during, after, comparable }: Known,
  { trails, observations }: Pick<Evidence, 'trails' | 'observations'>,
  kafka: 'kept' | 'lost',
): Checked[] {
  const evidence = { trails, observations: comparable(observations), changes: [...before, ...during] };
  const recorded = recordedIn(evidence);
  const undone = { ...evidence, changes: after };
  return [
    checkChains(evidence),
    titled('state', checkState({ ...evidence, changes: before }, recorded)),
    ...(kafka === 'kept'
      ? [
          titled('before the backup', checkOrganizationEffects(evidence, recorded)),
          titled('before the backup', checkPersonEffects(evidence, recorded)),
          titled('undone', checkOrganizationEffects(undone, recordedIn(undone))),
        ]
      : []),
  ];
}

export const checkRows = (counts: Partial<WrongRows>): Checked => ({
  line: Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(', '),
  findings: Object.entries(counts).flatMap(([what, count]) =>
    count === 0 ? [] : [{ text: `${count} ${what}`, requestIds: [] }],
  ),
});

/** Verifies integrations at their provider, which takes the stored credentials. */
export async function checkCredentials(
  { world, client }: StepContext,
  integrations: readonly StoredIntegration[],
): Promise<Checked> {
  const findings: Checked['findings'][number][] =
    integrations.length === 0 ? [{ text: 'there are none, so that nothing was tried', requestIds: [] }] : [];
  await inParallel([...integrations], readers, async ({ id, organization: slug, workspace }) => {
    const organization = world.organizations.find((each) => each.slug === slug);
    if (organization === undefined) return;
    const path = `${pathOf(organization)}/workspaces/${workspace}/integrations/${id}/verify`;
    const { attempt, body } = await client.sender.send({
      method: 'POST',
      path,
      ...sessionOf(organization.owner),
    });
    const { status, lastError } = (body ?? {}) as { status?: string; lastError?: string | null };
    if (attempt.status !== 200 || status !== 'active' || lastError !== null)
      findings.push({
        text: `the verification of integration ${id} answered ${attempt.status}, ${status}, ${lastError}`,
        requestIds: [attempt.requestId],
      });
  });
  const line = `stored credentials ${integrations.length}: that do not work ${findings.length}`;
  return { line, findings };
}
