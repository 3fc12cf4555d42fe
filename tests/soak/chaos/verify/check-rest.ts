import { isDeepStrictEqual } from 'node:util';
import { type Fault, processNames } from '../faults.ts';
import {
  type Change,
  executionOf,
  type Finding,
  isPersonName,
  isUncertain,
  isWithin,
  mayBeHidden,
  type Window,
  type Write,
} from '../ledger.ts';
import { goneOrganizations, lastMail } from './check-deletions.ts';
import {
  assign,
  type Checked,
  type Deletion,
  type Ended,
  type Evidence,
  finding,
  type Recorded,
} from './evidence.ts';

/** No request was answered 500, and none was refused without a reason that the ledger knows. */
export function checkAnswers({ changes, statuses }: Evidence): Checked {
  const findings: Finding[] = [];
  const bugs = statuses.get(500) ?? 0;
  if (bugs > 0) {
    const ids = changes.flatMap(({ attempts }) => attempts.filter(({ status }) => status === 500));
    findings.push({ text: `${bugs} answers were 500`, requestIds: ids.map(({ requestId }) => requestId) });
  }
  const refused = changes.filter(({ unexpected }) => unexpected);
  for (const change of refused)
    findings.push(
      finding(change, `was refused with ${change.attempts.at(-1)?.status}: nothing in the ledger says why`),
    );
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const line = `requests ${requests}: answered 500 ${bugs}, refused without a reason ${refused.length}`;
  return { line, findings };
}

/** No read contradicted what clients knew: a key that is revoked is refused, one that is active is accepted. */
export const checkContradictions = ({ contradictions }: Evidence): Checked => ({
  line: `answers that contradict what clients knew ${contradictions.length}`,
  findings: contradictions,
});

/** One Idempotency-Key makes one thing, and gets the first answer again however often it is sent. */
export function checkCreations({ changes }: Evidence, recorded: Recorded): Checked {
  const findings: Finding[] = [];
  let [keys, retried, twice, replays, different, unanswered] = [0, 0, 0, 0, 0, 0];
  for (const change of changes) {
    const [effect] = change.effects;
    if (change.key === undefined || effect === undefined) continue;
    keys += 1;
    if (change.attempts.length > 1) retried += 1;
    const made = recorded.of(change).filter(({ action }) => action === effect.action).length;
    if (made > 1) {
      twice += 1;
      findings.push(finding(change, `one Idempotency-Key made ${made} things`));
    }
    if (change.answer === undefined) continue;
    if (change.replays.length > 0 && change.replays.every(isUncertain)) {
      unanswered += 1;
      findings.push(finding(change, `no replay was answered: ${change.replays.at(-1)?.status}`));
    }
    for (const sent of change.replays) {
      if (isUncertain(sent)) continue;
      const { requestId, status, body, marked } = sent;
      replays += 1;
      const same = status === change.answer.status && isDeepStrictEqual(body, change.answer.body);
      if (same && marked) continue;
      different += 1;
      const text = same
        ? 'a replay was not marked as one'
        : `a replay answered ${status} ${JSON.stringify(body)}, the first answer was ${change.answer.status} ${JSON.stringify(change.answer.body)}`;
      findings.push({ text: finding(change, text).text, requestIds: [requestId] });
    }
  }
  const line = `creations under a key ${keys} (sent more than once ${retried}): made twice ${twice}; replays ${replays}: answered otherwise ${different}, never answered ${unanswered}`;
  return { line, findings };
}

const deletedByKind = ({ deletions }: Evidence): Record<string, number> => {
  const goneOf = (wanted: Deletion['kind']): number =>
    deletions.filter(({ kind, shown }) => kind === wanted && shown === 'gone').length;
  return {
    'deleted workspaces': goneOf('workspace'),
    'deleted organizations': goneOf('organization'),
    'deleted people': goneOf('person'),
  };
};

/** Each check says that nothing is wrong where there is nothing: a run in which nothing happened is wrong. */
export function checkEnough(evidence: Evidence, recorded: Recorded): Checked {
  const { changes, trails, observations, mails, struck, calm } = evidence;
  const acknowledged = changes.filter(({ outcome }) => outcome === 'acknowledged');
  const counts = {
    'acknowledged changes': acknowledged.length,
    'changes that are in a trail': acknowledged.filter((change) => recorded.of(change).length > 0).length,
    trails: trails.size,
    'answered replays': changes.flatMap(({ replays }) => replays).filter((one) => !isUncertain(one)).length,
    mails: mails.length,
    deliveries: evidence.arrived.length,
    ...deletedByKind(evidence),
    'relayed changes': evidence.relayed.length,
    'values that the API shows': observations.length,
    faults: struck.length,
    'requests while all was well': calm.sent,
  };
  const missing = Object.entries(counts).filter(([, count]) => count === 0);
  return {
    line: `kinds of evidence ${Object.keys(counts).length}: missing ${missing.length}`,
    findings: missing.map(([what]) => ({ text: `the run has no ${what}`, requestIds: [] })),
  };
}

/** No event was set aside, and none is left in an outbox, as the metrics of each publishing service say. */
export function checkLeftOver({ deadLetters, outboxes }: Evidence): Checked {
  const findings: Finding[] = [];
  if (deadLetters > 0) findings.push({ text: `${deadLetters} events became dead letters`, requestIds: [] });
  for (const [service, age] of outboxes) {
    if (age === 0) continue;
    const text =
      age === undefined
        ? `the metrics of ${service} do not tell whether its outbox is empty`
        : `the oldest event in the outbox of ${service} is ${age} s old`;
    findings.push({ text, requestIds: [] });
  }
  const empty = [...outboxes.values()].filter((age) => age === 0).length;
  return { line: `dead letters ${deadLetters}; outboxes ${outboxes.size}: empty ${empty}`, findings };
}

/** An execution of a change that queued a mail, or may have. */
interface Queued {
  readonly change: Change;
  readonly required: boolean;
  readonly windows: readonly Window[];
}

/**
 * What an acknowledged change queued is required. Each attempt without an answer may have queued one more, unless an
 * Idempotency-Key makes all attempts one.
 */
function queuedBy(change: Change): Queued[] {
  const { mail, outcome, attempts, key } = change;
  if (mail === undefined || outcome === 'refused') return [];
  const executed = attempts.filter((attempt) => isUncertain(attempt) || Number(attempt.status) < 300);
  if (key !== undefined)
    return [{ change, required: outcome === 'acknowledged', windows: executed.map(executionOf) }];
  return executed.map((attempt) => ({
    change,
    required: !isUncertain(attempt),
    windows: [executionOf(attempt)],
  }));
}

const nameOf = ({ purpose, to }: { purpose: string; to: string }): string => `${purpose} to ${to}`;

/**
 * Each acknowledged change mailed what it queued, and no mail was queued without a cause: a mail belongs to the request
 * during which it was queued. That a mail is sent twice is not noticed: it may be, after a kill, and both have one Message-ID
 * and one file.
 */
export function checkMails({ changes, mails }: Evidence): Checked {
  const queued = Map.groupBy(changes.flatMap(queuedBy), ({ change }) =>
    change.mail === undefined ? '' : nameOf(change.mail),
  );
  const sent = Map.groupBy(
    mails.filter(({ purpose }) => purpose !== lastMail),
    nameOf,
  );
  const findings: Finding[] = [];
  let [missing, foreign] = [0, 0];
  for (const name of new Set([...queued.keys(), ...sent.keys()])) {
    const { empty, left } = assign(queued.get(name) ?? [], sent.get(name) ?? [], ({ windows }, { at }) =>
      windows.some((window) => isWithin(at, window)),
    );
    missing += empty.length;
    foreign += left.length;
    for (const { change } of empty) findings.push(finding(change, `no ${name} was mailed`));
    for (const { at } of left)
      findings.push({
        text: `${name}: no request asked for the one queued at ${new Date(at).toISOString()}`,
        requestIds: [],
      });
  }
  return {
    line: `mails ${mails.length}, each at least once: missing ${missing}, that nobody asked for ${foreign}`,
    findings,
    isAwaited: missing > 0,
  };
}

const endOf = ({ exit }: Ended): string => exit.signal ?? `code ${exit.code}`;

/** A killed process ends by the signal; a service that is told to stop drains and ends with code 0. */
const expectedEnd: Readonly<Record<Fault['kind'], string | undefined>> = {
  kill: 'SIGKILL',
  terminate: 'code 0',
  pause: undefined,
};

/**
 * Each process was struck, ended as often and in the way that the faults made it end, and was started again as often: none
 * ended by itself.
 */
export function checkProcesses({ struck, ended, restarts }: Evidence): Checked {
  const findings: Finding[] = [];
  const wrong = (text: string): void => void findings.push({ text, requestIds: [] });
  const faults = struck.flatMap((one) => one.faults);
  for (const name of processNames) {
    const own = faults.filter(({ process }) => process === name);
    if (own.length === 0) wrong(`${name} was never struck`);
    const expected = own.flatMap(({ kind }) => expectedEnd[kind] ?? []);
    const ends = ended.filter((one) => one.name === name).map(endOf);
    if (ends.join() !== expected.join())
      wrong(
        `${name} ended with ${ends.join(', ') || 'nothing'}; its faults were ${expected.join(', ') || 'none'}`,
      );
    if (restarts.get(name) !== expected.length)
      wrong(`${name} was started again ${restarts.get(name)} times, expected ${expected.length}`);
  }
  const line = `faults ${faults.length} of ${processNames.length} processes, which ended ${ended.length} times: not as the faults say ${findings.length}`;
  return { line, findings };
}

/** After each fault a new change was in the trail within two minutes, and no request failed while all was well. */
export function checkRecovery({ struck, calm }: Evidence): Checked {
  const never = struck.filter(({ trailAgainMs }) => trailAgainMs === undefined);
  const findings: Finding[] = never.map(({ name }) => ({
    text: `after ${name} no new change came into the trail`,
    requestIds: [],
  }));
  for (const { requestId, status } of calm.failed)
    findings.push({ text: `a request got ${status} while every process was ready`, requestIds: [requestId] });
  return {
    line: `faults without recovery ${never.length}; requests while all was well ${calm.sent}: failed ${calm.failed.length}`,
    findings,
  };
}

interface Expected {
  readonly write: Write;
  readonly by: Change;
}

/**
 * The newest value of each cell. A change of unknown outcome counts if the trail has it, so that trail and state must agree
 * about it.
 */
function newestValues(
  { changes, deletions }: Pick<Evidence, 'changes' | 'deletions'>,
  recorded: Recorded,
): Map<string, Expected> {
  // The trail of an organization that is gone cannot tell.
  const organizations = goneOrganizations({ deletions });
  const gone = new Set(deletions.filter(({ what }) => organizations.has(what)).map(({ change }) => change));
  const newest = new Map<string, Expected>();
  for (const change of changes) {
    const done =
      change.outcome === 'acknowledged' ||
      (change.outcome === 'unknown' && (recorded.of(change).length > 0 || gone.has(change.number)));
    if (done) for (const write of change.writes) newest.set(write.cell, { write, by: change });
  }
  return newest;
}

const idsOf = (expected: Expected | undefined): string[] =>
  expected === undefined ? [] : expected.by.attempts.map(({ requestId }) => requestId);

/** What the API shows is the newest acknowledged value, nothing is gone, and nothing is there that nobody made. */
export function checkState(
  { changes, observations, deletions }: Pick<Evidence, 'changes' | 'observations' | 'deletions'>,
  recorded: Recorded,
): Checked {
  const newest = newestValues({ changes, deletions }, recorded);
  const findings: Finding[] = [];
  let [names, stale] = [0, 0];
  const shown = new Set<string>();
  for (const { cell, value, where } of observations) {
    shown.add(cell);
    const expected = newest.get(cell);
    const right = expected?.write.value === value;
    if (isPersonName(cell)) names += 1;
    if (isPersonName(cell) && !right) stale += 1;
    if (!right) {
      const instead = expected === undefined ? 'nobody made it' : `the newest is ${expected.write.value}`;
      findings.push({ text: `${cell} in ${where} is ${value}: ${instead}`, requestIds: idsOf(expected) });
    }
  }
  for (const [cell, expected] of newest) {
    if (expected.write.value === null || shown.has(cell) || mayBeHidden(expected.write)) continue;
    findings.push({ text: `${cell} is gone: it was ${expected.write.value}`, requestIds: idsOf(expected) });
  }
  const others = findings.length - stale;
  const line = `values that the API shows ${observations.length - names}: wrong ${others}; names of people ${names}: stale ${stale}`;
  return { line, findings };
}
