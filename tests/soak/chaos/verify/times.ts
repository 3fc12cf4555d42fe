import { isAboutPerson } from '../ledger/change.ts';
import { executionOf, isWithin } from '../ledger/execution.ts';
import type { Finding } from '../ledger/finding.ts';
import type { Checked, Evidence } from './evidence.ts';
import { finding, type Recorded } from './recorded.ts';

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
      if (isWithin(Date.parse(occurredAt), window)) continue;
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
