import { type Change, type Finding, isUncertain } from '../ledger.ts';
import { type Checked, type Deletion, type Evidence, finding, type Recorded } from './evidence.ts';

/** The mail that admins get at the end of an organization. No request asks for it. */
export const lastMail = 'deleted organization';

/** Organizations that are gone, and whose deletion was asked for: with their trails. */
export const goneOrganizations = ({ deletions }: Pick<Evidence, 'deletions'>): ReadonlySet<string> =>
  new Set(
    deletions
      .filter(({ kind, shown }) => kind === 'organization' && shown === 'gone')
      .map(({ what }) => what),
  );

/** Whether the entry of a workspace's deletion counts what was in it; null: integration could not be reached. */
function wrongCounts(deletion: Deletion, change: Change, recorded: Recorded): string[] {
  const entries = recorded.of(change).filter(({ action }) => action === 'workspace.deleted');
  if (entries.length !== 1) return [`workspace.deleted is ${entries.length} times in the trail`];
  const metadata: Readonly<Record<string, unknown>> = entries[0]?.metadata ?? {};
  return Object.entries(deletion.counts ?? {}).flatMap(([name, [least, most]]) => {
    const count = metadata[name];
    const mayBeNull = name !== 'apiKeys';
    if (mayBeNull && count === null) return [];
    return typeof count === 'number' && count >= least && count <= most
      ? []
      : [`its entry counts ${JSON.stringify(count)} ${name}, expected ${least} to ${most}`];
  });
}

function wrongWhenGone(
  deletion: Deletion,
  change: Change,
  { mails }: Evidence,
  recorded: Recorded,
): string[] {
  const { kind, rows, acceptedKeys, again, by } = deletion;
  const wrong = [
    ...rows.map((row) => `has rows left: ${row}`),
    ...acceptedKeys.map((key) => `its key is not refused: ${key}`),
    ...(again === false ? ['its slug could not be used again'] : []),
  ];
  if (kind === 'workspace') wrong.push(...wrongCounts(deletion, change, recorded));
  const last = mails.filter(({ to, purpose }) => to === by && purpose === lastMail).length;
  if (kind === 'organization' && last !== 1) wrong.push(`${last} mails told its admin that it was deleted`);
  return wrong;
}

/**
 * What was deleted is gone with everything in it; where no answer said so, it is entirely there, as other checks find, or entirely
 * gone. Integration and webhook have nothing left.
 */
export function checkDeletions(evidence: Evidence, recorded: Recorded): Checked {
  const { deletions, leftovers, changes } = evidence;
  const byNumber = new Map(changes.map((change) => [change.number, change]));
  const findings: Finding[] = leftovers.map((text) => ({ text: `left over: ${text}`, requestIds: [] }));
  const counts = { workspace: 0, organization: 0, person: 0 };
  let lost = 0;
  for (const deletion of deletions) {
    const { kind, what, shown, change: number } = deletion;
    const change = byNumber.get(number);
    if (change === undefined) continue;
    if (change.attempts.some(isUncertain)) lost += 1;
    const add = (text: string): void => void findings.push(finding(change, `${kind} ${what} ${text}`));
    const recordedAsDone = recorded.of(change).some(({ action }) => action === 'workspace.deleted');
    if (shown === 'gone') {
      counts[kind] += 1;
      if (change.outcome === 'refused') add('is gone, but its deletion was refused');
      for (const text of wrongWhenGone(deletion, change, evidence, recorded)) add(text);
    } else if (shown !== 'open') add(`is neither there nor gone: ${shown}`);
    else if (change.outcome === 'acknowledged' || recordedAsDone) add('is still there');
  }
  const { workspace, organization, person } = counts;
  return {
    line: `gone of ${deletions.length} deletions (not answered at first ${lost}): workspaces ${workspace}, organizations ${organization}, people ${person}; left over ${leftovers.length}, wrong ${findings.length}`,
    findings,
    // Workers remove rows and trails, and send mails.
    isAwaited: findings.length > 0,
  };
}
