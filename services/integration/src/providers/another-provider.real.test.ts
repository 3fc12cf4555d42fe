import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AttemptBed, startAttemptBed } from '../attempts/attempts.fixture.ts';
import { rotating } from '../attempts/rotating-provider.fixture.ts';
import { tokenOf } from '../tenant.fixture.ts';
import { providers } from './index.ts';
import { installationsOf } from './providers-file.ts';

/**
 * The invented provider is one object, like the export of a folder, added to the list. The rest of the service does not know it.
 */
let bed: AttemptBed;
beforeAll(async () => {
  bed = await startAttemptBed();
});
afterAll(() => bed?.stop());

it('PROVIDERS_FILE accepts a provider that is added to the list', () => {
  const file = { [rotating.provider]: { clientId: 'id', clientSecret: 'secret' } };
  expect(installationsOf(providers).safeParse(file).success).toBe(false);
  expect(installationsOf([...providers, rotating]).safeParse(file).success).toBe(true);
});

it('a provider that is added to the list can be listed, connected, verified, renewed and deleted', async () => {
  const tenant = bed.newTenant();
  const { integrations } = bed.service;
  const { providers: listed } = await integrations.listProviders({}, tenant.as('viewer'));
  expect(listed.at(-1)).toMatchObject({ provider: rotating.provider, name: rotating.name, configured: true });

  const created = await tenant.create({ provider: rotating.provider, name: 'The next one' });
  await bed.comeBack(await bed.consent(tokenOf(created)));
  bed.rotor.expireAccessTokens?.();
  const { integration } = await integrations.verifyIntegration({ integrationId: created.id }, tenant.as());
  expect(integration).toMatchObject({ status: 'active', providerName: rotating.name });

  await integrations.deleteIntegration({ integrationId: created.id }, tenant.as('admin'));
  await bed.service.runDue('revocations');
  expect(await bed.row('revocations', created.id)).toBeUndefined();
  expect(bed.rotor.revoked).toHaveLength(1);
});
