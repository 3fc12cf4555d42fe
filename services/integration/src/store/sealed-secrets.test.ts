import { SealError } from '@patchbay/sealing/aes-gcm';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { describe, expect, it } from 'vitest';
import { openSecrets, sealSecrets } from './sealed-secrets.ts';

const sealer = createSealer(parseSealingKeys(generateSealingKey()));
const place = { id: 'integration', workspace: { id: 'workspace', organizationId: 'organization' } };
const secrets = { accessToken: 'a', refreshToken: 'b' };

describe('sealed secrets', () => {
  const sealed = sealSecrets(sealer, place, secrets);

  it('sealed secrets open for their integration and name', () => {
    expect(openSecrets(sealer, place, sealed)).toEqual(secrets);
    expect(Object.values(sealed).every((text) => text.startsWith(`${sealer.keyId}.`))).toBe(true);
  });

  it('sealed secrets do not open for another integration, workspace, organization or name', () => {
    for (const other of [
      { ...place, id: 'other' },
      { ...place, workspace: { ...place.workspace, id: 'other' } },
      { ...place, workspace: { ...place.workspace, organizationId: 'other' } },
    ])
      expect(() => openSecrets(sealer, other, sealed)).toThrow(SealError);
    const { accessToken = '', refreshToken = '' } = sealed;
    const swapped = { accessToken: refreshToken, refreshToken: accessToken };
    expect(() => openSecrets(sealer, place, swapped)).toThrow(SealError);
  });
});
