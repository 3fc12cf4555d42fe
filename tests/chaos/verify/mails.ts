import { isUncertain } from '../ledger/change.ts';
import type { Checked, Evidence, Finding } from './evidence.ts';

interface Bounds {
  least: number;
  most: number;
}

/**
 * Each acknowledged change sent its mail, and no mail was sent without a cause. Attempts without an answer may have queued
 * one more each, unless an Idempotency-Key makes them one.
 */
export function checkMails({ changes, mails }: Evidence): Checked {
  const bounds = new Map<string, Bounds>();
  for (const { mail, outcome, attempts, key } of changes) {
    if (mail === undefined || outcome === 'refused') continue;
    const name = `${mail.purpose} to ${mail.to}`;
    const bound = bounds.get(name) ?? { least: 0, most: 0 };
    bounds.set(name, bound);
    const acknowledged = outcome === 'acknowledged' ? 1 : 0;
    const possible = key === undefined ? acknowledged + attempts.filter(isUncertain).length : 1;
    bound.least += acknowledged;
    bound.most += Math.max(acknowledged, possible);
  }
  const sent = Map.groupBy(mails, ({ to, purpose }) => `${purpose} to ${to}`);
  const findings: Finding[] = [];
  let awaitsMail = false;
  for (const name of new Set([...bounds.keys(), ...sent.keys()])) {
    const { least, most } = bounds.get(name) ?? { least: 0, most: 0 };
    const count = sent.get(name)?.length ?? 0;
    if (count >= least && count <= most) continue;
    awaitsMail ||= count < least;
    findings.push({
      text: `${name}: ${count} mails, expected ${least === most ? least : `${least} to ${most}`}`,
      requestIds: [],
    });
  }
  return {
    line: `mails ${mails.length}: recipients with too few or too many ${findings.length}`,
    findings,
    awaitsMail,
  };
}
