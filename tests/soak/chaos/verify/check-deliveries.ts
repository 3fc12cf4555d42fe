import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../ledger.ts';
import { goneOrganizations } from './check-deletions.ts';
import type { Arrived, Checked, Entry, Evidence } from './evidence.ts';

const nameOf = (organization: string, { action, sequence }: Entry): string =>
  `${action}, entry ${sequence} of ${organization}`;

/** The entries that the webhook of an organization takes: those from its own creation on. */
function takenIn(listed: readonly Entry[]): readonly Entry[] {
  const first = listed.findIndex(({ action }) => action === 'webhook.created');
  return first === -1 ? [] : listed.slice(first);
}

/** Why a delivery must not have arrived; undefined where it is an entry of its organization's trail, word for word. */
function wrongIn(
  { organization: address, entry, signed }: Arrived,
  { trails, deletions }: Evidence,
): string | undefined {
  // That of a webhook of one workspace has the slug of the workspace after a slash.
  const organization = address.replace(/\/.*/, '');
  const name = nameOf(address, entry);
  if (!signed) return `${name} arrived with a wrong signature`;
  // Its trail went with it.
  if (goneOrganizations({ deletions }).has(organization)) return undefined;
  const recorded = trails.get(organization)?.listed.find(({ sequence }) => sequence === entry.sequence);
  if (recorded === undefined) return `${name} arrived and is not in the trail`;
  return isDeepStrictEqual(recorded, entry) ? undefined : `${name} arrived otherwise than the trail has it`;
}

/** Each entry that a webhook takes arrives at least once, and nothing else does: neither of others nor before it is in the trail. */
export function checkDeliveries(evidence: Evidence): Checked {
  const { arrived, trails } = evidence;
  const findings: Finding[] = [];
  const add = (text: string): void => void findings.push({ text, requestIds: [] });
  const wrong = arrived.flatMap((one) => wrongIn(one, evidence) ?? []);
  wrong.forEach(add);
  const ofOrganization = Map.groupBy(arrived, ({ organization }) => organization);
  let [taken, missing] = [0, 0];
  for (const [organization, { listed }] of trails) {
    const sequences = new Set(ofOrganization.get(organization)?.map(({ entry }) => entry.sequence));
    for (const entry of takenIn(listed)) {
      taken += 1;
      if (sequences.has(entry.sequence)) continue;
      missing += 1;
      add(`${nameOf(organization, entry)} was never delivered`);
    }
  }
  return {
    line: `entries that webhooks take ${taken}, arrived ${arrived.length}: missing ${missing}, wrong ${wrong.length}`,
    findings,
    isAwaited: missing > 0,
  };
}
