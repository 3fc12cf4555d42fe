import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, run } from './commands.ts';
import type { Log } from './server.ts';

export const kafkaVersion = '4.3.0';
const log4jBridgeVersion = '2.25.3';

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>patchbay</groupId>
  <artifactId>kafka</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>${kafkaVersion}</version>
    </dependency>
    <dependency>
      <groupId>org.apache.logging.log4j</groupId>
      <artifactId>log4j-slf4j-impl</artifactId>
      <version>${log4jBridgeVersion}</version>
    </dependency>
  </dependencies>
</project>
`;

/** Outside the repository, so that other clones and `make clean` do not cause another download. */
const cacheFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'patchbay');

const jarFolder = (): string => join(cacheFolder(), `kafka-${kafkaVersion}`);

/** The folder of Kafka's jars; undefined if no download was completed yet. */
export async function cachedJars(): Promise<string | undefined> {
  const files = await readdir(jarFolder()).catch(() => []);
  return files.length > 0 ? jarFolder() : undefined;
}

/**
 * Downloads Kafka with Maven into a temporary folder and renames it to its final name, which is atomic: an interrupted
 * download is never used, and of two concurrent downloads one is kept.
 */
export async function downloadJars(log: Log): Promise<string> {
  const maven = await findProgram('mvn');
  if (maven === undefined) throw new Error('Maven is not installed');
  log('kafka: downloading 44 MB of jars with Maven, once');
  const partial = join(cacheFolder(), `partial-${randomUUID()}`);
  await mkdir(partial, { recursive: true });
  try {
    await writeFile(join(partial, 'pom.xml'), pom);
    const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=jars'];
    await run(maven, ['-q', '-B', ...goal], { cwd: partial });
    await rename(join(partial, 'jars'), jarFolder()).catch(async (error: unknown) => {
      if ((await cachedJars()) === undefined) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return jarFolder();
}

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
