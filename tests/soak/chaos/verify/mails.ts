import { type Change, isUncertain } from '../ledger/change.ts';
import { executionOf, isWithin, type Window } from '../ledger/execution.ts';
import type { Finding } from '../ledger/finding.ts';
import { assign } from './assign.ts';
import type { Checked, Evidence } from './evidence.ts';
import { finding } from './recorded.ts';

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
  const sent = Map.groupBy(mails, nameOf);
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
    awaitsMail: missing > 0,
  };
}
