import { type Change, isAboutPerson } from '../ledger/change.ts';
import type { Window } from '../ledger/execution.ts';
import type { Finding } from '../ledger/finding.ts';
import { periodsOf, standingIn, windowOf } from '../ledger/periods.ts';
import type { Checked, Evidence } from './evidence.ts';
import { finding, type Recorded, type RecordedEntry } from './recorded.ts';

/** Shares of all expected entries; below ten a share says nothing. */
const mostUnsure = (expected: number): number => Math.max(10, expected * 0.05);

/** The moment that the entry names, which `checkTimes` compares with the request; where no trail has one, the whole request. */
function momentOf(change: Change, [entry]: readonly RecordedEntry[]): Window {
  if (entry === undefined) return windowOf(change);
  const at = Date.parse(entry.occurredAt);
  return { from: at, to: at };
}

/**
 * What a person did is in the trails of the organizations that the person was in at that moment, once, and in no other.
 * Where the moment is too close to a beginning or an end of the membership to tell, both are right.
 */
export function checkPersonEffects(
  { changes, trails }: Pick<Evidence, 'changes' | 'trails'>,
  recorded: Recorded,
): Checked {
  const periods = periodsOf(changes);
  const findings: Finding[] = [];
  const counts = { expected: 0, once: 0, missing: 0, twice: 0, elsewhere: 0, unsure: 0 };
  for (const change of changes) {
    if (change.outcome === 'refused') continue;
    for (const effect of change.effects.filter(isAboutPerson)) {
      const entries = recorded.of(change).filter(({ action }) => action === effect.action);
      const happened = change.outcome === 'acknowledged' || entries.length > 0;
      const moment = momentOf(change, entries);
      for (const organization of trails.keys()) {
        const known = periods.get(`${organization} ${effect.person}`) ?? [];
        const standing = standingIn(known, moment, change.number);
        const count = entries.filter((entry) => entry.organization === organization).length;
        const wrong = (text: string): void =>
          void findings.push(finding(change, `${effect.action} ${text} ${organization}`));
        if (standing === 'in' && happened) counts.expected += 1;
        if (standing === 'unsure' && happened) counts.unsure += 1;
        if (count > 1) {
          counts.twice += 1;
          wrong(`is ${count} times in the trail of`);
        } else if (count === 1 && standing === 'out') {
          counts.elsewhere += 1;
          wrong('is in a trail of an organization that the person was not in at that moment:');
        } else if (count === 0 && standing === 'in' && happened) {
          counts.missing += 1;
          wrong('is missing in the trail of');
        } else if (standing === 'in' && happened) counts.once += 1;
      }
    }
  }
  const { expected, once, missing, twice, elsewhere, unsure } = counts;
  if (unsure > mostUnsure(expected))
    findings.push({
      text: `${unsure} entries are too close to a join or an end to tell, of ${expected} expected: too many to believe the rest`,
      requestIds: [],
    });
  const line = `entries of acknowledged changes of people ${expected}: there once ${once}, missing ${missing}, twice ${twice}, in other trails ${elsewhere}, too close to a join or an end to tell ${unsure}`;
  return { line, findings };
}
