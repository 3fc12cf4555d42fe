import { firstBrokenLink } from '../../../api.ts';
import type { Struck } from '../faults.ts';
import {
  type Change,
  executionOf,
  type Finding,
  isAboutPerson,
  isWithin,
  periodsOf,
  standingIn,
  type UnknownBecause,
  type Window,
  windowOf,
} from '../ledger.ts';
import { goneOrganizations } from './check-deletions.ts';
import {
  type Checked,
  type Evidence,
  finding,
  matches,
  organizationEffectsOf,
  type Recorded,
  type RecordedEntry,
} from './evidence.ts';

/** Every entry that an acknowledged change of an organization leaves is in its trail exactly once. */
export function checkOrganizationEffects(
  { changes, deletions }: Pick<Evidence, 'changes' | 'deletions'>,
  recorded: Recorded,
): Checked {
  const gone = goneOrganizations({ deletions });
  const findings: Finding[] = [];
  let [expected, once, missing, twice] = [0, 0, 0, 0];
  for (const change of changes) {
    if (change.outcome !== 'acknowledged') continue;
    for (const effect of organizationEffectsOf(change)) {
      // Its trail went with it.
      if (gone.has(effect.organization)) continue;
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

/**
 * Every entry comes from a request of a client, names who sent it, and is an entry that this request leaves: its action, in
 * this organization, about this target. Other checks count how often it is there.
 */
export function checkForeign({ changes, trails }: Evidence, recorded: Recorded): Checked {
  const entries = [...trails.values()].reduce((sum, { listed }) => sum + listed.length, 0);
  const findings: Finding[] = recorded.foreign.map(({ organization, sequence, action, requestId }) => ({
    text: `entry ${sequence} of ${organization}: nobody asked for this ${action}`,
    requestIds: requestId === null ? [] : [requestId],
  }));
  for (const change of changes) {
    for (const entry of recorded.of(change)) {
      const { action, actor, organization, sequence, target } = entry;
      const where = `entry ${sequence} of ${organization}`;
      if (!change.effects.some((effect) => matches(effect)(entry)))
        findings.push(finding(change, `does not cause ${action} about ${target.id}, ${where}`));
      if (actor.email !== change.actor.email || actor.type !== change.actor.type)
        findings.push(finding(change, `${where} names ${actor.type} ${actor.email} as actor`));
    }
  }
  return { line: `entries in all trails ${entries}: that nobody caused ${findings.length}`, findings };
}

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

/** Each trail is one intact hash chain, and list, export and verification agree about it. */
export function checkChains({ trails }: Pick<Evidence, 'trails'>): Checked {
  const findings: Finding[] = [];
  for (const [organization, { listed, exported, intact }] of trails) {
    const wrong = (text: string): void =>
      void findings.push({ text: `trail of ${organization}: ${text}`, requestIds: [] });
    const broken = firstBrokenLink(listed);
    if (broken !== undefined) wrong(`the chain is broken at ${broken}`);
    if (!intact) wrong('its verification says that it is not intact');
    const hashes = (entries: readonly { hash: string }[]): string => entries.map(({ hash }) => hash).join();
    if (hashes(listed) !== hashes(exported)) wrong('list and export differ');
  }
  return { line: `trails ${trails.size}: wrong ${findings.length}`, findings };
}

/** Relay keeps the statuses that it could not write in memory: it may lose some if it is killed while Postgres is away. */
const mayLoseStatuses = ({ faults }: Struck): boolean =>
  faults.some(({ process }) => process === 'postgres') &&
  faults.some(({ process, kind }) => process === 'relay' && kind === 'kill');

/** A relayed change that was answered has the status of its answer in the trail. */
function wrongStatuses({ changes, struck }: Evidence, recorded: Recorded): Finding[] {
  if (struck.some(mayLoseStatuses)) return [];
  return changes.flatMap((change) => {
    const { operation, outcome, answer } = change;
    if (operation !== 'relayPut' || outcome !== 'acknowledged') return [];
    return recorded
      .of(change)
      .filter(({ action }) => action === 'integration.request_sent')
      .map(({ metadata }) => metadata?.status)
      .filter((status) => status !== answer?.status)
      .map((status) =>
        finding(change, `was answered ${answer?.status} and has the status ${status} in the trail`),
      );
  });
}

/**
 * Each relayed change that the provider received is in a trail, once, and with the status that its client got. What the provider did not
 * receive may be there: it was about to be sent.
 */
export function checkRelayed(evidence: Evidence, recorded: Recorded): Checked {
  const { relayed, trails } = evidence;
  const paths = [...trails.values()].flatMap(({ listed }) =>
    listed.flatMap(({ action, metadata }) =>
      action === 'integration.request_sent' ? [metadata?.path ?? ''] : [],
    ),
  );
  const wrong = wrongStatuses(evidence, recorded);
  const missing = [...new Set(relayed)].flatMap((url) => {
    const [entries, received] = [
      paths.filter((path) => url.endsWith(path)).length,
      relayed.filter((each) => each === url).length,
    ];
    return entries === 1 && received === 1
      ? []
      : [
          {
            text: `${url} was received ${received} times and is ${entries} times in a trail`,
            requestIds: [],
          },
        ];
  });
  const line = `relayed changes ${relayed.length}: missing or there twice ${missing.length}, with a wrong status ${wrong.length}`;
  return { line, findings: [...missing, ...wrong] };
}

/**
 * An entry is dated within the execution of the request that it names, and what a person did has the same date in every
 * trail. So the date can be used to tell which organizations the person was in.
 */
export function checkTimes({ changes }: Evidence, recorded: Recorded): Checked {
  const findings: Finding[] = [];
  let [dated, outside, different] = [0, 0, 0];
  for (const change of changes) {
    const entries = recorded.of(change);
    for (const { action, organization, occurredAt, requestId } of entries) {
      const attempt = change.attempts.find((one) => one.requestId === requestId);
      if (attempt === undefined) continue;
      dated += 1;
      const window = executionOf(attempt);
      // Dated when the memberships ended, which an earlier attempt may have done.
      const windows = action === 'user.deleted' ? change.attempts.map(executionOf) : [window];
      if (windows.some((each) => isWithin(Date.parse(occurredAt), each))) continue;
      outside += 1;
      const [from, to] = [window.from, window.to].map((at) => new Date(at).toISOString());
      const text = `${action} in ${organization} is dated ${occurredAt}, its request ran from ${from} to ${to}`;
      findings.push({ text: finding(change, text).text, requestIds: [attempt.requestId] });
    }
    for (const { action } of change.effects.filter(isAboutPerson)) {
      const same = entries.filter((entry) => entry.action === action);
      const byRequest = Map.groupBy(same, ({ requestId }) => requestId);
      for (const [requestId, ofOne] of byRequest) {
        const dates = new Set(ofOne.map(({ occurredAt }) => occurredAt));
        if (dates.size < 2) continue;
        different += 1;
        const text = `${action} has different dates in different trails: ${[...dates].join(', ')}`;
        findings.push({ text: finding(change, text).text, requestIds: [requestId ?? ''] });
      }
    }
  }
  const line = `dates of entries ${dated}: outside of their request ${outside}, different in different trails ${different}`;
  return { line, findings };
}
