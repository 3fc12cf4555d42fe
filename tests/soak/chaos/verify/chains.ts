import { firstBrokenLink } from '../../../chain.ts';
import type { Finding } from '../ledger/finding.ts';
import type { Checked, Evidence } from './evidence.ts';

/** Each trail is one intact hash chain, and list, export and verification agree about it. */
export function checkChains({ trails }: Pick<Evidence, 'trails'>): Checked {
  const findings: Finding[] = [];
  for (const [organization, { listed, exported, intact }] of trails) {
    const wrong = (text: string): void =>
      void findings.push({ text: `trail of ${organization}: ${text}`, requestIds: [] });
    const broken = firstBrokenLink(listed);
    if (broken !== undefined) wrong(`the chain is broken at ${broken}`);
    if (!intact) wrong('its verification says that it is not intact');
    const hashes = (entries: readonly { hash: string }[]): string => entries.map(({ hash }) => hash).join();
    if (hashes(listed) !== hashes(exported)) wrong('list and export differ');
  }
  return { line: `trails ${trails.size}: wrong ${findings.length}`, findings };
}
