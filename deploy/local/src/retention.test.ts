import '@patchbay/telemetry/fresh-modules';
import { retain } from '@patchbay/audit/retain';
import { createLog } from '@patchbay/testing/log';
import { createServiceKeys, formatPrivateKey } from '@patchbay/tokens/service-keys';
import { expect, it, vi } from 'vitest';
import { createRetention } from './retention.ts';

vi.mock('@patchbay/audit/retain', () => ({ retain: vi.fn<typeof retain>() }));

it.each([
  [true, undefined, []],
  [
    false,
    'a month that is due does not verify',
    ['a month of the audit trail that is due does not verify and was not removed'],
  ],
])('a removal whose `complete` is %s has the trouble `%s`', async (complete, trouble, errors) => {
  vi.mocked(retain).mockResolvedValue({ removed: [], complete });
  const { logger, lines } = createLog();
  const retention = createRetention({
    adminUrl: 'postgres://admin@127.0.0.1/patchbay',
    secrets: {
      rolePassword: 'a',
      ownerPassword: 'b',
      headKey: formatPrivateKey(createServiceKeys().privateKey),
    },
    keptMonths: 12,
    earlierKeys: [],
    print: () => {},
    logger,
  });
  await retention.runDue();
  expect(retention.trouble?.()).toBe(trouble);
  expect(lines.filter(({ level }) => level === 'error').map(({ msg }) => msg)).toEqual(errors);
});
