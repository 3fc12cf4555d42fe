import { afterEach, describe, expect, it } from 'vitest';
import { criteoFields, sharedAttemptBed } from '../attempts/attempts.fixture.ts';
import { asClient, outcomesOf, tokenOf } from '../tenant.fixture.ts';

const bed = await sharedAttemptBed();
afterEach(() => bed.fail('criteo'));

const submit = (token: string, fields: Record<string, string> = criteoFields) =>
  bed.service.connect.submitConnectCredentials({ token, fields }, asClient());

describe('submitConnectCredentials', () => {
  it('the form of a connect link connects as the client and deletes the link', async () => {
    const tenant = bed.newTenant();
    const integration = await tenant.create({ returnUrl: 'https://agency.example/done' });
    const token = tokenOf(integration);
    await tenant.trail();
    expect(await submit(token)).toMatchObject({
      status: 'active',
      connectedAccount: 'Nordlicht Retail',
      returnUrl: 'https://agency.example/done',
    });
    expect(await tenant.trail()).toMatchObject([{ action: 'integration.connected', actor: 'client' }]);
    await expect(submit(token)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a connect link still works after a failed attempt', async () => {
    const tenant = bed.newTenant();
    const token = tokenOf(await tenant.create());
    const refused = await submit(token, { ...criteoFields, clientSecret: 'wrong' });
    expect(refused).toMatchObject({
      status: 'error',
      statusDetail: expect.stringMatching(/Check that you copied all of it/),
      refused: true,
    });
    bed.fail('criteo', '/oauth2/token');
    expect(await submit(token)).toMatchObject({
      status: 'error',
      lastError: expect.stringMatching(/in a few minutes/),
      refused: false,
    });
    bed.fail('criteo');
    expect(await submit(token)).toMatchObject({ status: 'active', refused: false });
  });

  it('a submission is refused for a disabled integration, an expired link, and a link revoked or an integration disabled meanwhile', async () => {
    const tenant = bed.newTenant();
    const first = await tenant.create();
    await bed.service.integrations.disableIntegration({ integrationId: first.id }, tenant.as());
    await expect(submit(tokenOf(first))).rejects.toMatchObject({ code: 'conflict' });

    const expired = await tenant.create({ connectLinkExpiresInDays: 1 });
    await bed.service.pass(86_400_000);
    await expect(submit(tokenOf(expired))).rejects.toMatchObject({ code: 'unauthenticated' });

    for (const [meanwhile, code] of [
      ['revokeConnectLink', 'not_found'],
      ['issueConnectLink', 'not_found'],
      ['disableIntegration', 'conflict'],
    ] as const) {
      const integration = await tenant.create();
      const requests = bed.adProviders.of('criteo').requests.length;
      const release = bed.adProviders.of('criteo').hold();
      const outcome = outcomesOf([submit(tokenOf(integration))]);
      await bed.adProviders.of('criteo').until(({ length }) => length > requests);
      await bed.service.integrations[meanwhile]({ integrationId: integration.id }, tenant.as());
      await tenant.trail();
      release();
      expect(await outcome).toEqual({ [code]: 1 });
      expect(await tenant.trail()).toEqual([]);
      expect(await bed.row('credentials', integration.id)).toBeUndefined();
    }
  });

  it('a submission is refused for an oauth provider', async () => {
    const token = tokenOf(await bed.newTenant().create({ provider: 'google_ads' }));
    await expect(submit(token, {})).rejects.toMatchObject({ code: 'invalid', problems: [{ path: '' }] });
  });
});
