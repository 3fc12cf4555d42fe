import type { Checked, Evidence, Finding } from './evidence.ts';
import { finding, type Recorded } from './recorded.ts';

/** Every entry comes from a request of a client, names who sent it, and has an action that this request causes. */
export function checkForeign({ changes, trails }: Evidence, recorded: Recorded): Checked {
  const entries = [...trails.values()].reduce((sum, { listed }) => sum + listed.length, 0);
  const findings: Finding[] = recorded.foreign.map(({ organization, sequence, action, requestId }) => ({
    text: `entry ${sequence} of ${organization}: nobody asked for this ${action}`,
    requestIds: requestId === null ? [] : [requestId],
  }));
  for (const change of changes) {
    for (const { action, actor, organization, sequence } of recorded.of(change)) {
      const where = `entry ${sequence} of ${organization}`;
      if (!change.effects.some((effect) => effect.action === action))
        findings.push(finding(change, `does not cause ${action}, ${where}`));
      if (actor.email !== change.actor.email || actor.type !== change.actor.type)
        findings.push(finding(change, `${where} names ${actor.type} ${actor.email} as actor`));
    }
  }
  return { line: `entries in all trails ${entries}: that nobody caused ${findings.length}`, findings };
}
