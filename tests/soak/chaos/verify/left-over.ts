import type { Finding } from '../ledger/finding.ts';
import type { Checked, Evidence } from './evidence.ts';

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
