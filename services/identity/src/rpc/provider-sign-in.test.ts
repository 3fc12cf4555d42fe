import { createSealer } from '@patchbay/sealing/sealer';
import { describe, expect, it } from 'vitest';
import type { ProviderFlow } from '../domain/provider-flow.ts';
import { openFlow, sealFlow } from './provider-sign-in.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const sealer = createSealer([{ id: '2026', key }]);
const flow: ProviderFlow = {
  provider: 'google',
  state: 's',
  nonce: 'n',
  codeVerifier: 'v',
  callbackUrl: 'https://portal.example',
  expiresAt: 1_790_000_000_000,
};

describe('the sealed state of a sign-in at a provider', () => {
  it('the sealed state opens, also if an earlier release sealed it', () => {
    expect(openFlow(sealer, sealFlow(sealer, flow))).toEqual(flow);
    const earlier =
      '2026.z7G6uWNJlUVeNrulYeP6MWuB9ipxgsmne3Veo_szPQrF6b9uU5L4iAhFOiUXLOg3devYtZ2tMOaCne4aF19smV89qpvZhnx7mlMdPs9BAIG6j7HpjfgGDzMdGy_nKrbfXiOgpOfT3hVTzTcx6DWADwd4r5jZ5ZbLQWbfnf3lvDbPohDD5uDBckCKFFtNFSY0B6ckeAEDVTu0H6yxhA';
    expect(openFlow(sealer, earlier)).toEqual(flow);
  });

  it.each(['', '2026.', 'nonsense', sealer.seal(JSON.stringify(flow), 'mail')])(
    'the text %j, which was not sealed as a state, does not open',
    (text) => {
      expect(openFlow(sealer, text)).toBeUndefined();
    },
  );
});
