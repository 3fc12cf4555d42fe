import type { Finding } from '../ledger/finding.ts';
import type { Checked, Evidence } from './evidence.ts';
import { matches, organizationEffectsOf } from './matches.ts';
import { finding, type Recorded } from './recorded.ts';

/** Every entry that an acknowledged change of an organization leaves is in its trail exactly once. */
export function checkOrganizationEffects(
  { changes }: Pick<Evidence, 'changes'>,
  recorded: Recorded,
): Checked {
  const findings: Finding[] = [];
  let [expected, once, missing, twice] = [0, 0, 0, 0];
  for (const change of changes) {
    if (change.outcome !== 'acknowledged') continue;
    for (const effect of organizationEffectsOf(change)) {
      const count = recorded.of(change).filter(matches(effect)).length;
      expected += 1;
      if (count === 1) once += 1;
      else if (count === 0) missing += 1;
      else twice += 1;
      if (count === 1) continue;
      const target = effect.targetId === undefined ? '' : ` ${effect.targetId}`;
      findings.push(
        finding(change, `${effect.action}${target} is ${count} times in the trail of ${effect.organization}`),
      );
    }
  }
  const line = `entries of acknowledged changes of organizations ${expected}: there once ${once}, missing ${missing}, twice ${twice}`;
  return { line, findings };
}
