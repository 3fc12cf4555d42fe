import type { UnknownBecause } from '../ledger/change.ts';
import type { Finding } from '../ledger/finding.ts';
import type { Checked, Evidence } from './evidence.ts';
import { matches, organizationEffectsOf } from './matches.ts';
import { finding, type Recorded } from './recorded.ts';

/**
 * A change of unknown outcome was done once or not at all, and its client chose to give up or could not tell: one that was
 * never answered, long after the last fault, is wrong. A refused change was not done.
 */
export function checkOtherOutcomes({ changes }: Evidence, recorded: Recorded): Checked {
  const findings: Finding[] = [];
  const unknown: Record<UnknownBecause, number> = { 'gave up': 0, ambiguous: 0, 'never answered': 0 };
  let [done, refused, wrong] = [0, 0, 0];
  for (const change of changes) {
    const entries = recorded.of(change);
    if (change.outcome === 'refused') {
      refused += 1;
      if (entries.length > 0) {
        wrong += 1;
        findings.push(finding(change, `was refused, but the trail has ${entries.length} entries of it`));
      }
    }
    if (change.outcome !== 'unknown') continue;
    const { attempts, unknownBecause = 'never answered' } = change;
    unknown[unknownBecause] += 1;
    if (unknownBecause === 'never answered')
      findings.push(
        finding(change, `was never answered: ${attempts.at(-1)?.status} after ${attempts.length} attempts`),
      );
    if (entries.length > 0) done += 1;
    for (const effect of organizationEffectsOf(change)) {
      const count = entries.filter(matches(effect)).length;
      if (count > 1)
        findings.push(
          finding(change, `of unknown outcome: ${effect.action} is ${count} times in ${effect.organization}`),
        );
    }
  }
  const { 'gave up': gaveUp, ambiguous, 'never answered': never } = unknown;
  const line = `changes of unknown outcome ${gaveUp + ambiguous + never}: clients gave up ${gaveUp}, ambiguous ${ambiguous}, never answered ${never}, done ${done}; refused changes ${refused}: in the trail ${wrong}`;
  return { line, findings };
}
