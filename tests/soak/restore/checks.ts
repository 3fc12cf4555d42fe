import { inParallel } from '../../random.ts';
import { type Change, windowOf } from '../chaos/ledger.ts';
import { readAs, readKeys, readOrganization, readTrail, tryKeys } from '../chaos/read-back.ts';
import { pathOf, type StepContext, sessionOf } from '../chaos/steps/step.ts';
import { checkState } from '../chaos/verify/check-rest.ts';
import { checkChains, checkOrganizationEffects, checkPersonEffects } from '../chaos/verify/check-trails.ts';
import {
  type Checked,
  type Evidence,
  type Observation,
  recordedIn,
  type Trail,
} from '../chaos/verify/evidence.ts';
import type { BaseBackup, StoredIntegration, WrongRows } from './database.ts';

/** What clients were told, seen from a backup. */
export interface Known {
  /** Changes that the backup has. Values that a change wrote while the backup ended are left out of them. */
  readonly before: readonly Change[];
  /** Changes that were under way when the backup ended: it has them or not. Only their memberships are of use. */
  readonly during: readonly Change[];
  /** Changes that the restore undoes. */
  readonly after: readonly Change[];
  /** The values among these of which clients know what they were in the backup. */
  readonly comparable: (observations: readonly Observation[]) => readonly Observation[];
}

/** Only their creators see personal keys; what a request with one gets is compared all the same. */
const isPersonalKey = (cell: string): boolean => cell.startsWith('API key Personal key');

const cellsOf = (changes: readonly Change[]): Set<string> =>
  new Set(changes.flatMap(({ writes }) => writes.map(({ cell }) => cell)));

export function knownAt({ from, to }: Pick<BaseBackup, 'from' | 'to'>, changes: readonly Change[]): Known {
  const isBefore = (change: Change): boolean => windowOf(change).to < from;
  const isAfter = (change: Change): boolean => windowOf(change).from > to;
  const during = changes.filter((change) => !isBefore(change) && !isAfter(change));
  const after = changes.filter(isAfter);
  const unsure = cellsOf(during);
  const before = changes.filter(isBefore).map((change) => ({
    ...change,
    writes: change.writes.filter(({ cell }) => !unsure.has(cell) && !isPersonalKey(cell)),
  }));
  const [earlier, later] = [cellsOf(before), cellsOf(after)];
  // Clients still have the secrets of keys that were made after the backup, and try them.
  const isLostKey = ({ cell, value }: Observation): boolean =>
    value === 'refused' && later.has(cell) && !earlier.has(cell);
  return {
    before,
    during: during.map((change) => ({ ...change, outcome: 'unknown' as const, effects: [], writes: [] })),
    after,
    comparable: (observations) =>
      observations.filter(
        (observation) =>
          !unsure.has(observation.cell) && !isPersonalKey(observation.cell) && !isLostKey(observation),
      ),
  };
}

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
 * Holds what clients were told before the backup against what the platform shows. Where Kafka
 * was kept, the entries of what came after the backup must be in the trails too.
 */
export function compare(
  { before, during, after, comparable }: Known,
  { trails, observations }: Pick<Evidence, 'trails' | 'observations'>,
  kafka: 'kept' | 'lost',
): Checked[] {
  const evidence = {
    trails,
    observations: comparable(observations),
    changes: [...before, ...during],
    // The traffic of a drill deletes nothing.
    deletions: [],
  };
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

/** The things whose last write is this value. */
const lastlyWritten = (changes: readonly Change[], value: string): string[] => {
  const last = new Map(
    changes
      .filter(({ outcome }) => outcome === 'acknowledged')
      .flatMap(({ writes }) => writes.map((write) => [write.cell, write.value])),
  );
  return [...last].flatMap(([cell, written]) => (written === value ? [cell] : []));
};

/** What was ended after the backup is ended again: every session, and keys that were disabled or revoked. */
export async function checkEnded({ world, client }: StepContext, { before, after }: Known): Promise<Checked> {
  const { sender } = client;
  const organizations = [...world.organizations, world.probe];
  const tried = (await Promise.all(organizations.map((each) => tryKeys(sender, each)))).flat();
  const worked = new Set(lastlyWritten(before, 'accepted'));
  const ended = new Set(lastlyWritten([...before, ...after], 'refused').filter((cell) => worked.has(cell)));
  const accepted = tried.filter(({ cell, value }) => ended.has(cell) && value !== 'refused');
  const answers = await Promise.all(
    organizations.map(({ owner }) => sender.send({ method: 'GET', path: '/v1/me', ...sessionOf(owner) })),
  );
  const sessions = answers.filter(({ attempt }) => attempt.status !== 401);
  return {
    line: `keys that were ended after the backup ${ended.size}: accepted ${accepted.length}; sessions ${answers.length}: accepted ${sessions.length}`,
    findings: [
      ...(ended.size === 0 ? [{ text: 'no key was ended, so that nothing was tried', requestIds: [] }] : []),
      ...accepted.map(({ cell, value }) => ({ text: `${cell} is ${value}`, requestIds: [] })),
      ...sessions.map(({ attempt }) => ({
        text: `a session answered ${attempt.status}`,
        requestIds: [attempt.requestId],
      })),
    ],
  };
}
