import { inParallel } from '../in-parallel.ts';
import type { ChaosStack } from '../stack.ts';
import type { StepContext } from '../steps/step.ts';
import type { Evidence, Observation, Trail } from '../verify/evidence.ts';
import { countDeadLetters, readOutboxes } from './leftovers.ts';
import { readAs } from './read.ts';
import { readKeys, readOrganization, readPerson, tryKeys } from './state.ts';
import { readTrail } from './trails.ts';

/** Reads at the same time. */
const readers = 4;

/** Reads everything back, through the API as far as it shows it. */
export async function collectEvidence(
  { world, client, mailbox }: StepContext,
  stack: ChaosStack,
  run: Pick<Evidence, 'struck' | 'calm'>,
): Promise<Evidence> {
  const { sender, ledger } = client;
  const trails = new Map<string, Trail>();
  const observations: Observation[] = [];
  await inParallel([...world.organizations, world.probe], readers, async (organization) => {
    const read = readAs(sender, organization.owner);
    trails.set(organization.slug, await readTrail(read, organization.slug));
    observations.push(...(await readOrganization(read, organization)));
    observations.push(...(await readKeys(read, organization, organization.owner)));
    observations.push(...(await tryKeys(sender, organization)));
  });
  await inParallel([...world.people, ...world.probePeople], readers, async (person) => {
    if (person.session === undefined) return;
    const read = readAs(sender, person);
    observations.push(...(await readPerson(read, person)));
    for (const organization of world.organizations) {
      if (organization.owner !== person && organization.members.has(person.email))
        observations.push(...(await readKeys(read, organization, person)));
    }
  });
  return {
    ...run,
    changes: ledger.changes,
    contradictions: ledger.contradictions,
    trails,
    observations,
    mails: await mailbox.read(),
    statuses: sender.statuses,
    ended: stack.ended,
    restarts: new Map(stack.processes().map(({ name, restarts }) => [name, restarts])),
    deadLetters: await countDeadLetters(stack),
    outboxes: await readOutboxes(stack),
  };
}
