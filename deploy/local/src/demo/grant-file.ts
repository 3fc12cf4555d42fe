import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { GrantMemory, KeptGrants } from '@patchbay/testing/ad-providers/grants';

/**
 * Keeps what the simulators gave out in a file, so that integrations that were connected before a restart still work. Written at
 * each change and not at the stop: a killed demo has the same right to its data.
 */
export function createGrantFile(path: string): GrantMemory {
  let kept: Readonly<Record<string, KeptGrants>> = {};
  try {
    kept = JSON.parse(readFileSync(path, 'utf8')) as typeof kept;
  } catch {
    // There is none at the first start.
  }
  return {
    read: (prefix) => kept[prefix],
    write(prefix, grants) {
      kept = { ...kept, [prefix]: grants };
      writeFileSync(`${path}.part`, JSON.stringify(kept), { mode: 0o600 });
      renameSync(`${path}.part`, path);
    },
  };
}
