import { isUncertain } from '../ledger/change.ts';
import type { Checked, Evidence } from './evidence.ts';
import type { Recorded } from './recorded.ts';

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
