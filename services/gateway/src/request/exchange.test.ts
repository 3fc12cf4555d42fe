import { createLog } from '@patchbay/testing/log';
import { expect, it } from 'vitest';
import { startGateway } from '../testing/gateway.ts';

const forwarded = { headers: { 'x-forwarded-for': '192.0.2.1' } };

it.each([
  [0, ['x-forwarded-for ignored, because TRUSTED_PROXIES is 0']],
  [1, []],
])(
  'a gateway with %i trusted proxies that gets X-Forwarded-For warns: %j',
  async (trustedProxies, expected) => {
    const { logger, lines } = createLog();
    const { fetch } = await startGateway({ config: { trustedProxies }, parts: { logger } });
    await fetch('/version');
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
    for (let count = 0; count < 3; count += 1) await fetch('/version', forwarded);
    expect(lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)).toEqual(expected);
  },
);
