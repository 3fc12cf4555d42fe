import { byName } from '@patchbay/platform/by-name';
import { describe, expect, it } from 'vitest';
import { backends } from './clients.ts';
import { createNotReady, createServicesReadiness, type Probes } from './probes.ts';

/** `probe` for every service but audit, which is always ready. */
const probesBy = (probe: () => Promise<void>): Probes => ({
  ...byName(backends, () => probe),
  audit: async () => {},
});
const others = backends.filter((backend) => backend !== 'audit');

describe('probes', () => {
  it('are shared by those who ask at the same time, and by nobody later', async () => {
    let asked = 0;
    const notReady = createNotReady(
      probesBy(async () => {
        asked++;
      }),
    );
    await Promise.all([notReady(), notReady()]);
    expect(asked).toBe(others.length);
    await notReady();
    expect(asked).toBe(2 * others.length);
  });

  it('keep a gateway from being ready until every service has answered once', async () => {
    let works = false;
    const readiness = createServicesReadiness(
      createNotReady(probesBy(() => (works ? Promise.resolve() : Promise.reject(new Error('refused'))))),
    );
    await expect(readiness.ready?.()).rejects.toThrow(`no answer yet from ${others.join(', ')}`);
    works = true;
    await readiness.ready?.();
    works = false;
    await readiness.ready?.();
  });
});
