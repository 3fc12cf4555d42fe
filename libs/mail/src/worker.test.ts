import '@patchbay/telemetry/fresh-modules';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { expect, it, vi } from 'vitest';
import { createDelivery } from './worker.ts';

const begun = vi.hoisted((): unknown[] => []);
vi.mock(import('@patchbay/telemetry/metrics'), async (original) => ({
  ...(await original()),
  startAtZero: (...parameters) => void begun.push(parameters),
}));

it('the counter of failed mails begins at 0, so that the first one is an increase', () => {
  const never = () => Promise.reject(new Error('nothing is sent here'));
  createDelivery({
    store: { claim: never, remove: never, postpone: never },
    schema: 'identity',
    sealer: createSealer(parseSealingKeys(generateSealingKey())),
    sender: { name: 'mail', send: never },
    from: 'patchbay@acme.example',
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  expect(begun).toEqual([['mailsSent', { outcome: ['failed'] }]]);
});
