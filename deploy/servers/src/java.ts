import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, run } from './commands.ts';

const minMajorVersion = 17;

/** The path of a Java 17 or newer, which Kafka needs, from JAVA_HOME or the PATH; undefined if there is none. */
export async function findJava(): Promise<string | undefined> {
  const home = process.env['JAVA_HOME'];
  const candidates = [home && join(home, 'bin', 'java'), await findProgram('java')];
  for (const path of candidates) {
    if (!path || !existsSync(path)) continue;
    // `openjdk version "17.0.15" 2025-04-15`; Java 8 reports 1.8.
    const version = await run(path, ['-version']).catch(() => '');
    if (Number(/version "(\d+)/.exec(version)?.[1] ?? 0) >= minMajorVersion) return path;
  }
  return undefined;
}
