import type { RunningStack } from '@patchbay/local/stack/stack';
import type { StepContext } from '../steps/step.ts';
import type { Evidence, Observation, Trail } from '../verify/evidence.ts';
import { countDeadLetters, readLeftOver } from './leftovers.ts';
import { readAs } from './read.ts';
import { readKeys, readOrganization, readPerson, tryKeys } from './state.ts';
import { readTrail } from './trails.ts';

/** Reads everything back through the API. `folder`: of the stack, with the logs of the services. */
export async function collectEvidence(
  { world, client, mailbox }: StepContext,
  stack: RunningStack,
  folder: string,
): Promise<Evidence> {
  const { sender, ledger } = client;
  const trails = new Map<string, Trail>();
  const observations: Observation[] = [];
  for (const organization of [...world.organizations, world.probe]) {
    const read = readAs(sender, organization.owner);
    trails.set(organization.slug, await readTrail(read, organization.slug));
    observations.push(...(await readOrganization(read, organization)));
    observations.push(...(await readKeys(read, organization, organization.owner)));
    observations.push(...(await tryKeys(sender, organization)));
  }
  for (const person of [...world.people, ...world.probePeople]) {
    if (person.session === undefined) continue;
    const read = readAs(sender, person);
    observations.push(...(await readPerson(read, person)));
    for (const organization of world.organizations) {
      if (organization.owner !== person && organization.members.has(person.email))
        observations.push(...(await readKeys(read, organization, person)));
    }
  }
  return {
    changes: ledger.changes,
    trails,
    observations,
    mails: await mailbox.read(),
    statuses: sender.statuses,
    deadLetters: await countDeadLetters(folder),
    leftOver: await readLeftOver(stack),
  };
}
