import { type Change, isAboutPerson, type OrganizationEffect } from '../ledger/change.ts';
import type { Checked, Evidence, Finding } from './evidence.ts';
import { finding, type Recorded, type RecordedEntry } from './recorded.ts';

const matches =
  ({ action, organization, targetId }: OrganizationEffect) =>
  (entry: RecordedEntry): boolean =>
    entry.action === action &&
    entry.organization === organization &&
    (targetId === undefined || entry.target.id === targetId);

const effectsOf = ({ effects }: Change): OrganizationEffect[] =>
  effects.filter((effect): effect is OrganizationEffect => !isAboutPerson(effect));

/** Every entry that an acknowledged change of an organization leaves is in its trail exactly once. */
export function checkOrganizationEffects({ changes }: Evidence, recorded: Recorded): Checked {
  const findings: Finding[] = [];
  let [expected, once, missing, twice] = [0, 0, 0, 0];
  for (const change of changes) {
    if (change.outcome !== 'acknowledged') continue;
    for (const effect of effectsOf(change)) {
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

/** A change of unknown outcome was done once or not at all; a refused one was not done. */
export function checkOthers({ changes }: Evidence, recorded: Recorded): Checked {
  const findings: Finding[] = [];
  let [unknown, done, refused, wrong] = [0, 0, 0, 0];
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
    unknown += 1;
    if (entries.length > 0) done += 1;
    for (const effect of effectsOf(change)) {
      const count = entries.filter(matches(effect)).length;
      if (count > 1)
        findings.push(
          finding(change, `of unknown outcome: ${effect.action} is ${count} times in ${effect.organization}`),
        );
    }
  }
  const line = `changes of unknown outcome ${unknown}: done ${done}, not done ${unknown - done}; refused changes ${refused}: in the trail ${wrong}`;
  return { line, findings };
}
