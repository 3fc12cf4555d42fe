import { serviceNames } from '@patchbay/platform/services';
import { brokenService } from '../images.ts';
import { type Run, seconds } from '../run.ts';
import type { Told } from '../story/tell-story.ts';
import { tell, underTraffic } from './under-traffic.ts';

/** Each service to the next version and back, alone, under traffic. */
export async function upgradeEach(run: Run, told: Told): Promise<void> {
  const { releases, images, log } = run;
  for (const service of serviceNames) {
    let [up, back] = ['', ''];
    const outcome = await underTraffic(run, told, `Upgrade ${service}`, async () => {
      const begun = performance.now();
      await releases.deploy(service, images.nextTag);
      up = seconds(begun);
      const turned = performance.now();
      await releases.rollBack(service);
      back = seconds(turned);
    });
    log(`  ${service}: up in ${up}, back in ${back}; ${tell(outcome)}`);
  }
}

/** A version whose migration fails is not rolled out, and the one before goes on serving. */
export async function stopAtFailingMigration(run: Run, told: Told): Promise<void> {
  const { kubernetes, releases, images, log } = run;
  const names = async () =>
    (await kubernetes.podsOf(brokenService)).map(({ metadata }) => metadata.name).toSorted();
  const before = await names();
  const outcome = await underTraffic(run, told, 'Broken', async () => {
    const { code, text } = await releases.tryDeploy(brokenService, images.brokenTag);
    if (code === 0) throw new Error('a version with a failing migration was rolled out');
    if (!/pre-upgrade hooks failed/.test(text)) throw new Error(`it failed otherwise:\n${text}`);
  });
  const after = await names();
  if (before.join() !== after.join())
    throw new Error(`its pods were replaced: ${before.join()} by ${after.join()}`);
  log(`  the upgrade stopped, the pods are the same; ${tell(outcome)}`);
  // Helm keeps the failed revision; the next upgrade goes on from the last one that was deployed.
  await releases.deploy(brokenService);
}
