import type { Servers } from '@patchbay/servers/provision';
import { benchExports } from './audit-export.ts';
import { benchPages } from './audit-pages.ts';
import { benchRecording } from './audit-recording.ts';
import { createTrails } from './audit-trails.ts';
import { benchVerification } from './audit-verification.ts';
import type { Sql } from './database.ts';
import type { LoadGenerator } from './load.ts';
import type { Headers } from './session.ts';
import { largestTrail, type Settings } from './settings.ts';
import type { Stack, StackOptions } from './stack.ts';

export interface AuditBench {
  readonly sql: Sql;
  readonly stack: Stack;
  readonly servers: Servers;
  readonly eventKeys: NonNullable<StackOptions['eventKeys']>;
  /** The first of them: the admin of every organization. */
  readonly headers: readonly Headers[];
  readonly load: LoadGenerator;
  readonly settings: Settings;
}

/** Measures reading, verifying, exporting and recording the audit trail. */
export async function benchAudit(bench: AuditBench): Promise<void> {
  process.stderr.write('trails\n');
  const trails = await createTrails(bench);
  await benchPages(bench, trails);
  const verified = trails.find(({ length }) => length === largestTrail);
  if (verified !== undefined) await benchVerification(bench, verified);
  await benchExports(bench, trails);
  await Promise.all(trails.map((trail) => trail.stop()));
  await benchRecording(bench);
}
