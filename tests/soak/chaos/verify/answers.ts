import type { Finding } from '../ledger/finding.ts';
import type { Checked, Evidence } from './evidence.ts';
import { finding } from './recorded.ts';

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
