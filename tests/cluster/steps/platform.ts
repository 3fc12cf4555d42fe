import { serviceNames } from '@patchbay/platform/services';
import { type Run, seconds } from '../run.ts';
import { tellStory } from '../story/tell-story.ts';
import { testEach } from './installs.ts';
import { introduceTlsAtOnce } from './introduce-tls.ts';

/** Replaces the releases of the services by one of `charts/platform`, and tells the story again. */
export async function installPlatform(run: Run): Promise<void> {
  const { releases, log } = run;
  for (const service of serviceNames.toReversed()) await releases.uninstall(service);
  const begun = performance.now();
  await releases.deployPlatform();
  log(`  installed in ${seconds(begun)}`);
  const told = await tellStory(run, 'together');
  await testEach(run, ['patchbay']);
  await introduceTlsAtOnce(run, told);
}
