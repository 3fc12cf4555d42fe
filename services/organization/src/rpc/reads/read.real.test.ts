import type { MessageInitShape } from '@bufbuild/protobuf';
import { keyLevels } from '@patchbay/access/caller';
import { keyLevelToProto } from '@patchbay/access/proto';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { KeyReadSchema } from '@patchbay/contracts/patchbay/organization/v1/read_service';
import { serviceNames } from '@patchbay/platform/services';
import { createLog } from '@patchbay/testing/log';
import { recordStatements } from '@patchbay/testing/statements';
import { mintApiKey } from '@patchbay/tokens/api-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, startOrganization, type TestOrganization } from '../../test-bed.fixture.ts';

type Request = NonNullable<MessageInitShape<typeof KeyReadSchema>['request']>;

const allLevels = keyLevels.map(keyLevelToProto);
const statements = recordStatements();
const log = createLog();
/** Postgres has no text with this character, and fails the query. */
const noText = 'a\0';

describe('a read by a key', () => {
  let organization: TestOrganization;
  const { mint, asKey, statusOf } = keyActions(() => organization);

  beforeAll(async () => {
    organization = await startOrganization({ logger: log.logger });
  });
  afterAll(() => organization?.stop());

  const readAll = async (...reads: (MessageInitShape<typeof KeyReadSchema> | undefined)[]) => {
    const all = reads.filter((read) => read !== undefined);
    return (await organization.readsCalledBy('gateway').read({ reads: all })).outcomes;
  };
  const readOf = (key: string, request: Request, workspaceSlug = '') => ({
    key,
    levels: allLevels,
    workspaceSlug,
    request,
  });
  const read = async (...presented: Parameters<typeof readOf>) => (await readAll(readOf(...presented)))[0];
  const get = ({ slug }: Pick<Tenant, 'slug'>): Request => ({ case: 'getOrganization', value: { slug } });

  it('answers as the method of its name does for the key, whatever it reads', async () => {
    const tenant = await createTenant(organization);
    const workspace = await tenant.workspace();
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    const options = await asKey(key);
    const service = organization.calledBy('gateway');
    const expected: [Request, unknown, string?][] = [
      [{ case: 'listOrganizations', value: {} }, await service.listOrganizations({}, options)],
      [get(tenant), await service.getOrganization({ slug: tenant.slug }, options)],
      [
        { case: 'getWorkspace', value: workspace },
        await organization.workspaces.getWorkspace(workspace, options),
        workspace.workspaceSlug,
      ],
    ];
    for (const [request, value, slug] of expected) {
      expect(await read(key.secret, request, slug)).toMatchObject({
        authentication: { keyId: key.id, organizationId: tenant.id, creatorUserId: tenant.admin.userId },
        response: { case: request.case, value },
      });
    }
  });

  it('is one query where the row of the key answers it, for all keys of a call', async () => {
    const tenants = [await createTenant(organization), await createTenant(organization)];
    const keys = await Promise.all(tenants.map((tenant) => mint(tenant, { level: 'user' })));
    const reads = tenants.map((tenant, index) => readOf(keys[index]?.secret ?? '', get(tenant)));
    expect(await statements.during(() => readAll(...reads, ...reads))).toEqual([
      'API keys and their access by digest',
    ]);
    const outcomes = await readAll(...reads, ...reads);
    expect(outcomes.map(({ response }) => response.value)).toMatchObject(
      [...tenants, ...tenants].map(({ id }) => ({ organization: { id, role: Role.ADMIN } })),
    );
  });

  it('is refused with the reasons of the key, and beside others that are answered', async () => {
    const tenant = await createTenant(organization);
    const [good, revoked] = [await mint(tenant, { level: 'user' }), await mint(tenant, { level: 'user' })];
    const before = readOf(revoked.secret, get(tenant));
    expect((await readAll(before))[0]?.response.case).toBe('getOrganization');
    const path = { organizationSlug: tenant.slug, apiKeyId: revoked.id };
    await organization.apiKeys.revokeApiKey(path, asPerson(tenant.admin));
    expect(await statusOf(revoked)).toBe('revoked');
    const outcomes = await readAll(
      before,
      readOf(good.secret, get(tenant)),
      readOf(mintApiKey(), get(tenant)),
      readOf(good.secret, get({ slug: 'elsewhere' })),
    );
    expect(outcomes.map(({ failure, response }) => failure?.reason || response.case)).toEqual([
      'key_revoked',
      'getOrganization',
      'key_unknown',
      'organization_not_visible',
    ]);
    const [first, , , last] = outcomes;
    expect(first?.authentication).toBeUndefined();
    expect(first?.failure).toMatchObject({ code: 'unauthenticated' });
    expect(last?.authentication?.keyId).toBe(good.id);
    expect(last?.failure).toMatchObject({ code: 'not_found' });
  });

  it('is checked against the roles of its own workspace, not those of another one in the same call', async () => {
    const tenant = await createTenant(organization);
    const [spring, autumn] = [await tenant.workspace(), await tenant.workspace()];
    const key = await mint(tenant, { level: 'workspace', role: 'viewer', workspace: spring });
    const at = (workspace: typeof spring, slug: string) =>
      readOf(key.secret, { case: 'getWorkspace', value: workspace }, slug);
    const outcomes = await readAll(
      at(spring, spring.workspaceSlug),
      at(autumn, autumn.workspaceSlug),
      // The slug of the row and that of the request differ: the row is not used.
      at(autumn, spring.workspaceSlug),
      at(spring, autumn.workspaceSlug),
    );
    expect(outcomes.map(({ response, failure }) => response.case ?? failure?.code)).toEqual([
      'getWorkspace',
      'not_found',
      'not_found',
      'getWorkspace',
    ]);
  });

  it('reads nothing where the level of the key is not accepted', async () => {
    const tenant = await createTenant(organization);
    const key = await mint(tenant, { level: 'user' });
    const levels = allLevels.filter((level) => level !== keyLevelToProto('user'));
    const [outcome] = await readAll({ ...readOf(key.secret, get(tenant)), levels });
    expect(outcome?.authentication?.keyId).toBe(key.id);
    expect([outcome?.response.case, outcome?.failure]).toEqual([undefined, undefined]);
  });

  describe('that fails', () => {
    const methodName = 'patchbay.organization.v1.ReadService/Read';
    const failedLines = () =>
      log.lines
        .splice(0)
        .flatMap(({ msg, level, method, requestId }) =>
          msg === 'call failed' ? [{ level, method, requestId }] : [],
        );

    it('is an outcome of its own beside the key and the other reads, and a line with its request', async () => {
      const tenant = await createTenant(organization);
      const workspace = await tenant.workspace();
      const { secret, id: keyId } = await mint(tenant, { level: 'user' });
      // The slugs differ, so that the row of the key does not answer the read and another query is made.
      const failing = { case: 'getWorkspace', value: { ...workspace, workspaceSlug: noText } } as const;
      log.lines.length = 0;
      const outcomes = await readAll(
        { ...readOf(secret, get(tenant)), requestId: 'r1' },
        { ...readOf(secret, failing), requestId: 'r2' },
        { ...readOf(secret, get({ slug: 'elsewhere' })), requestId: 'r3' },
      );
      expect(outcomes).toMatchObject([
        { authentication: { keyId }, response: { case: 'getOrganization' } },
        { authentication: { keyId }, failure: { code: 'internal', publicText: '' } },
        { authentication: { keyId }, failure: { code: 'not_found' } },
      ]);
      expect(failedLines()).toEqual([{ level: 'error', method: methodName, requestId: 'r2' }]);
    });

    it('with the authentication fails all reads of the call, with a line for each request', async () => {
      const reads = ['r1', 'r2'].map((requestId) => ({
        ...readOf(mintApiKey(), { case: 'listOrganizations', value: {} }, noText),
        requestId,
      }));
      log.lines.length = 0;
      await expect(readAll(...reads)).rejects.toMatchObject({ code: 'internal' });
      expect(failedLines()).toEqual(
        ['r1', 'r2'].map((requestId) => ({ level: 'error', method: methodName, requestId })),
      );
    });
  });

  it('is of 100 at most, and asked for by the gateway alone', async () => {
    const reads = Array.from({ length: 101 }, () => readOf('', get({ slug: 'acme' })));
    await expect(readAll(...reads)).rejects.toMatchObject({ code: 'invalid' });
    for (const service of serviceNames.filter((name) => name !== 'gateway')) {
      const call = organization.readsCalledBy(service).read({ reads: [] });
      await expect(call).rejects.toMatchObject({ code: 'internal' });
    }
  });
});
