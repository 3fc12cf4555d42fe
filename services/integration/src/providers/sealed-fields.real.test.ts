import { createSimulators } from '@patchbay/testing/ad-providers';
import { describe, expect, it } from 'vitest';
import { sharedAttemptBed } from '../attempts/attempts.fixture.ts';
import { openSecrets, type SealedSecrets } from '../store/sealed-secrets.ts';
import { providers } from './index.ts';

const bed = await sharedAttemptBed();

const ways = createSimulators().flatMap(({ provider, ways: each }) => {
  const { authMethod, connectFields = [] } = providers.find((known) => known.provider === provider) ?? {};
  const secretNames = connectFields.filter(({ type }) => type === 'secret').map(({ name }) => name);
  return authMethod === 'credentials' ? each.map((way) => ({ provider, way, secretNames })) : [];
});

describe('a field that a provider marks secret', () => {
  it.each(ways)(
    'every secret field is sealed under its name: $provider, $way.name',
    async ({ provider, way: { fields, settings }, secretNames }) => {
      const tenant = bed.newTenant();
      const { id } = await tenant.create({ provider, settings });
      const { integration } = await bed.service.integrations.connectIntegration(
        { integrationId: id, fields },
        tenant.as(),
      );
      expect(integration).toMatchObject({ status: 'active' });
      const { sealed } = (await bed.row('credentials', id)) ?? {};
      const place = { id, workspace: { id: tenant.workspaceId, organizationId: tenant.organizationId } };
      const opened = openSecrets(bed.service.sealer, place, sealed as SealedSecrets);
      const typed = Object.entries(fields).filter(([name]) => secretNames.includes(name));
      expect(typed).not.toEqual([]);
      expect(opened).toMatchObject(Object.fromEntries(typed));
      // The entered value is neither in the row nor, under the same field name, unsealed.
      for (const [name, value] of typed) expect((sealed as SealedSecrets)[name]).not.toContain(value);
      // Sealed for this integration and name only.
      const elsewhere = { ...place, id: tenant.workspaceId };
      expect(() => openSecrets(bed.service.sealer, elsewhere, sealed as SealedSecrets)).toThrow(
        'sealed for another record',
      );
    },
  );
});
