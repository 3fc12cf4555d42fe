import type { Checked, Evidence, Finding } from './evidence.ts';
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

/** No event was set aside, and no work is left over. */
export function checkLeftOver({ deadLetters, leftOver }: Evidence): Checked {
  const findings: Finding[] = [];
  if (deadLetters > 0) findings.push({ text: `${deadLetters} events became dead letters`, requestIds: [] });
  let left = 0;
  for (const [name, value] of leftOver) {
    if (value === 0) continue;
    left += 1;
    findings.push({ text: `${name} is ${value} and not 0`, requestIds: [] });
  }
  return {
    line: `dead letters ${deadLetters}; metrics of work left over ${leftOver.size}: not 0 ${left}`,
    findings,
  };
}
