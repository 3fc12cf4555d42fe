import { timestampDate } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { answered, asClient, createTenant, outcomesOf, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

const issue = async (tenant: Tenant, integrationId: string, expiresInDays?: number, options = tenant.as()) =>
  answered(
    await service.integrations.issueConnectLink(
      { integrationId, ...(expiresInDays !== undefined && { expiresInDays }) },
      options,
    ),
  );
const revoke = (tenant: Tenant, integrationId: string, options = tenant.as()) =>
  service.integrations.revokeConnectLink({ integrationId }, options);
const page = (token: string) => service.connect.getConnectPage({ token }, asClient());
const day = 86_400_000;

describe('issueConnectLink', () => {
  it('a new connect link replaces the earlier one at once, and its event has the expiry and no token', async () => {
    const tenant = createTenant(service);
    const before = await tenant.create();
    await tenant.trail();
    const after = await issue(tenant, before.id, 1);
    expect(after).toEqual({ ...before, connectLink: after.connectLink });
    expect(tokenOf(after)).not.toBe(tokenOf(before));
    await expect(page(tokenOf(before))).rejects.toMatchObject({ code: 'not_found' });
    expect((await page(tokenOf(after))).integrationName).toBe('Shop');
    const trail = await tenant.trail();
    if (!after.connectLink?.expiresAt) throw new Error('no expiry');
    expect(trail).toEqual([
      {
        action: 'integration.connect_link_issued',
        actor: 'user',
        workspace: 'Spring',
        target: { type: 'integration', id: before.id, name: 'Shop' },
        changes: {},
        metadata: {
          provider: 'criteo',
          expiresAt: timestampDate(after.connectLink.expiresAt).toISOString(),
        },
      },
    ]);
    expect(JSON.stringify(trail)).not.toContain(tokenOf(after));
  });

  it('a connect link can be issued after the earlier one was revoked or expired, and while the integration is disabled', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    await revoke(tenant, id);
    await page(tokenOf(await issue(tenant, id, 1)));
    await service.pass(day);
    await page(tokenOf(await issue(tenant, id)));
    await service.integrations.disableIntegration({ integrationId: id }, tenant.as());
    expect((await page(tokenOf(await issue(tenant, id)))).status).toBe('disabled');
  });

  it('one of several connect links issued concurrently stays', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const issued = await Promise.all(Array.from({ length: 8 }, () => issue(tenant, id)));
    expect(new Set(issued.map(tokenOf)).size).toBe(8);
    const pages = await outcomesOf(issued.map((integration) => page(tokenOf(integration))));
    expect(pages).toEqual({ ok: 1, not_found: 7 });
  });
});

describe('revokeConnectLink', () => {
  it('a revoked connect link stops working, and revoking without a link is not found', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create();
    await tenant.trail();
    await revoke(tenant, integration.id);
    await expect(page(tokenOf(integration))).rejects.toMatchObject({ code: 'not_found' });
    const { integration: read } = await service.integrations.getIntegration(
      { integrationId: integration.id },
      tenant.as(),
    );
    expect(read).toEqual({ ...integration, connectLink: undefined });
    await expect(revoke(tenant, integration.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.connect_link_revoked', metadata: { provider: 'criteo' } },
    ]);
  });
});

describe('getConnectPage', () => {
  it('the connect page shows organization, workspace, integration and fields, and nothing else', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create({
      settings: { advertiserId: '7' },
      returnUrl: 'https://app.example',
    });
    const { connectFields, $typeName, $unknown, ...rest } = await page(tokenOf(integration));
    expect(rest).toEqual({
      provider: 'criteo',
      providerName: 'Criteo Marketing Solutions',
      category: 'dsp',
      authMethod: 'credentials',
      integrationName: 'Shop',
      organizationName: 'Acme',
      workspaceName: 'Spring',
      status: 'pending',
      documentationUrl: 'https://developers.criteo.com/criteo-apis/docs/authentication',
      expiresAt: integration.connectLink?.expiresAt,
      returnUrl: 'https://app.example',
      organizationId: tenant.organizationId,
      access: 'read',
      integrationId: integration.id,
      organizationDomain: 'acme.example',
      requestedBy: expect.objectContaining({ name: tenant.person.name, email: tenant.person.email }),
    });
    expect(rest.requestedBy).not.toHaveProperty('userId');
    expect($typeName).toBe('patchbay.integration.v1.GetConnectPageResponse');
    expect($unknown).toBeUndefined();
    expect(connectFields.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['clientId', 'string', true],
      ['clientSecret', 'secret', true],
    ]);
  });

  it('the connect page names who issued its link, not who created the integration', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create();
    const colleague = tenant.renamed({});
    const { requestedBy } = await page(tokenOf(await issue(colleague, integration.id)));
    expect(requestedBy).toMatchObject({ email: colleague.person.email });
  });

  it('the connect page of a link from before names neither a domain nor a person', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create();
    const before =
      'update connect_links set organization_domain = null, issued_by = null where integration_id = $1';
    await service.db.pool.query(before, [integration.id]);
    const { organizationDomain, requestedBy } = await page(tokenOf(integration));
    expect([organizationDomain, requestedBy]).toEqual([undefined, undefined]);
  });

  it('an expired connect link is unauthenticated and an unknown one not found, and neither counts as a failed credential', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create({ connectLinkExpiresInDays: 1 });
    await service.pass(day);
    await expect(page(tokenOf(integration))).rejects.toMatchObject({
      code: 'unauthenticated',
      publicText: 'The connect link has expired.',
      reason: undefined,
    });
    for (const unknown of ['', 'x', tokenOf(integration).toUpperCase(), integration.id])
      await expect(page(unknown)).rejects.toMatchObject({ code: 'not_found', reason: undefined });
  });
});

describe('countLiveConnectLinks', () => {
  const count = async (organizationId: string, ...ids: string[]) => {
    const request = { organizationId, ...(ids.length > 0 && { workspaces: { ids } }) };
    return (await service.integrations.countLiveConnectLinks(request)).count;
  };

  it('the links of an organization that are neither used, revoked nor expired are counted', async () => {
    const tenant = createTenant(service);
    const { organizationId } = tenant;
    expect(await count(organizationId)).toBe(0);
    const first = await tenant.create();
    await tenant.create({ connectLinkExpiresInDays: 1 });
    await tenant.sibling().create();
    await createTenant(service).create();
    expect(await count(organizationId)).toBe(3);
    await revoke(tenant, first.id);
    await service.pass(day);
    expect(await count(organizationId)).toBe(1);
  });

  it('the links of the named workspaces alone are counted, of none where none is named', async () => {
    const tenant = createTenant(service);
    const [spring, autumn] = [tenant.sibling(), tenant.sibling()];
    for (const place of [tenant, spring, spring, autumn]) await place.create();
    const { organizationId } = tenant;
    expect(await count(organizationId, spring.workspaceId)).toBe(2);
    expect(await count(organizationId, spring.workspaceId, autumn.workspaceId)).toBe(3);
    expect(await count(createTenant(service).organizationId, spring.workspaceId)).toBe(0);
    expect(
      await service.integrations.countLiveConnectLinks({ organizationId, workspaces: {} }),
    ).toMatchObject({
      count: 0,
    });
  });
});
