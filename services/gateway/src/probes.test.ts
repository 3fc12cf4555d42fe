import { describe, expect, it } from 'vitest';
import { createNotReady, createServicesReadiness, type Probes } from './probes.ts';

const probesBy = (probe: () => Promise<void>): Probes => ({
  identity: probe,
  organization: probe,
  integration: probe,
  audit: async () => {},
});

describe('probes', () => {
  it('are shared by those who ask at the same time, and by nobody later', async () => {
    let asked = 0;
    const notReady = createNotReady(
      probesBy(async () => {
        asked++;
      }),
    );
    await Promise.all([notReady(), notReady()]);
    expect(asked).toBe(3);
    await notReady();
    expect(asked).toBe(6);
  });

  it('keep a gateway from being ready until every service has answered once', async () => {
    let works = false;
    const readiness = createServicesReadiness(
      createNotReady(probesBy(() => (works ? Promise.resolve() : Promise.reject(new Error('refused'))))),
    );
    await expect(readiness.ready?.()).rejects.toThrow(
      'no answer yet from identity, organization, integration',
    );
    works = true;
    await readiness.ready?.();
    works = false;
    await readiness.ready?.();
  });
});
