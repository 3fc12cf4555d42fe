import { isDeepStrictEqual } from 'node:util';
import { isUncertain } from '../ledger/change.ts';
import type { Finding } from '../ledger/finding.ts';
import type { Checked, Evidence } from './evidence.ts';
import { finding, type Recorded } from './recorded.ts';

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
