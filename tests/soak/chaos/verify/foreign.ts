import type { Finding } from '../ledger/finding.ts';
import type { Checked, Evidence } from './evidence.ts';
import { matches } from './matches.ts';
import { finding, type Recorded } from './recorded.ts';

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
