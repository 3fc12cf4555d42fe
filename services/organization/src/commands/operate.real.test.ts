import { createMailQueue } from '@patchbay/mail/queue';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { operatePlatform } from '@patchbay/service/main-operate';
import { runOperate } from '@patchbay/service/operate';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../api-keys.fixture.ts';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { asPerson, portalUrl, sharedOrganization } from '../test-bed.fixture.ts';
import { operate } from './operate.ts';

const sealer = createSealer(parseSealingKeys(generateSealingKey()));
const organization = await sharedOrganization({ sealer });
const platform = operatePlatform('organization', organization.db, () => ({
  mails: createMailQueue({ sealer, clock: organization.clock }),
  portalUrl,
}));

const operator = { by: 'Olga Ops', reason: 'the invoice of May is not paid' };
const given = ['--by', operator.by, '--reason', operator.reason];

describe('main-operate of organization', () => {
  const { mint, authenticate } = keyActions(() => organization);

  const run = async (...args: string[]) => {
    const [printed, errors]: [string[], string[]] = [[], []];
    const code = await runOperate(args, operate, {
      open: () => ({ platform, close: async () => {} }),
      print: (text) => void printed.push(text),
      printError: (text) => void errors.push(text),
    });
    return { code, printed: printed.join('\n'), errors: errors.join('\n') };
  };
  const read = ({ slug, admin }: Tenant) =>
    organization.calledBy('gateway').listMembers({ organizationSlug: slug }, asPerson(admin));
  /** Those that an operator caused. */
  const deedsOf = async ({ id }: Tenant) =>
    (await organization.eventsOf(id)).filter(({ actor }) => actor?.type === 'system');

  it('show prints counts and admins without a secret, and is recorded', async () => {
    const tenant = await createTenant(organization);
    await tenant.person('member');
    const key = await mint(tenant, { level: 'organization', role: 'viewer' });
    const { code, printed } = await run('organization', 'show', tenant.slug, ...given, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({
      id: tenant.id,
      slug: tenant.slug,
      domain: tenant.domain,
      suspendedReason: null,
      deletesAt: null,
      members: 2,
      activeApiKeys: 1,
      pendingInvitations: 0,
      admins: [{ id: tenant.admin.userId, email: tenant.admin.email, name: tenant.admin.name }],
    });
    expect(printed).not.toContain(key.secret);
    expect(await deedsOf(tenant)).toMatchObject([
      {
        action: 'organization.inspected',
        requestId: '',
        target: { type: 'organization', id: tenant.id },
        metadata: { operator },
      },
    ]);
  });

  it('suspend refuses people and keys with the reason until resume', async () => {
    const tenant = await createTenant(organization);
    const key = await mint(tenant, { level: 'organization', role: 'viewer' });
    expect(await run('organization', 'suspend', tenant.slug, ...given)).toMatchObject({
      code: 0,
      printed: expect.stringContaining(`suspendedReason: "${operator.reason}"`),
    });
    const refusal = { code: 'forbidden', publicText: expect.stringContaining(operator.reason) };
    await expect(read(tenant)).rejects.toMatchObject(refusal);
    await expect(authenticate(key.secret)).rejects.toMatchObject(refusal);
    expect(await run('organization', 'resume', tenant.slug, ...given)).toMatchObject({ code: 0 });
    expect(await read(tenant)).toMatchObject({ members: [{ userId: tenant.admin.userId }] });
    expect(await authenticate(key.secret)).toMatchObject({ keyId: key.id });
    expect(await deedsOf(tenant)).toMatchObject([
      { action: 'organization.suspended', metadata: { operator } },
      { action: 'organization.resumed', metadata: { operator } },
    ]);
  });

  it('a second suspension and a resume of what is not suspended change nothing, and are recorded', async () => {
    const tenant = await createTenant(organization);
    expect((await run('organization', 'resume', tenant.slug, ...given)).printed).toContain(
      'is not suspended. Nothing was changed.',
    );
    await run('organization', 'suspend', tenant.slug, ...given);
    const again = await run('organization', 'suspend', tenant.slug, '--by', 'Otto', '--reason', 'another');
    expect(again).toMatchObject({ code: 0, printed: expect.stringContaining('is suspended already') });
    expect(again.printed).toContain(operator.reason);
    expect((await deedsOf(tenant)).map(({ action }) => action)).toEqual([
      'organization.inspected',
      'organization.suspended',
      'organization.inspected',
    ]);
  });

  it('delete closes the organization for seven days, mails its admins, and an admin can restore it', async () => {
    const tenant = await createTenant(organization);
    const confirmed = ['--confirm', tenant.slug, '--json'];
    const { code, printed } = await run('organization', 'delete', tenant.slug, ...confirmed, ...given);
    expect(code).toBe(0);
    const { deletesAt } = JSON.parse(printed) as { deletesAt: string };
    expect(deletesAt).toBe(organization.hoursAgo(-7 * 24).toISOString());
    await expect(read(tenant)).rejects.toMatchObject({ code: 'conflict' });
    const mail = await organization.nextMailTo(tenant.admin.email);
    expect(mail.text).toContain('Whoever runs this installation of Patchbay has closed');
    expect(await deedsOf(tenant)).toMatchObject([
      { action: 'organization.closed', metadata: { deletesAt, operator } },
    ]);
    const again = await run('organization', 'delete', tenant.slug, '--confirm', tenant.slug, ...given);
    expect(again).toMatchObject({ code: 0, printed: expect.stringContaining('is closed already') });

    const gateway = organization.calledBy('gateway');
    await gateway.restoreOrganization({ slug: tenant.slug }, asPerson(tenant.admin));
    expect(await read(tenant)).toMatchObject({ members: [{ userId: tenant.admin.userId }] });
  });

  it('an admin cannot restore a suspended organization that an operator has closed', async () => {
    const tenant = await createTenant(organization);
    await run('organization', 'suspend', tenant.slug, ...given);
    await run('organization', 'delete', tenant.slug, '--confirm', tenant.slug, ...given);
    await expect(
      organization.calledBy('gateway').restoreOrganization({ slug: tenant.slug }, asPerson(tenant.admin)),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([[[]], [['--confirm', 'another']]])(
    'delete with %j ends with 2 and changes nothing',
    async (more) => {
      const tenant = await createTenant(organization);
      expect(await run('organization', 'delete', tenant.slug, ...given, ...more)).toMatchObject({
        code: 2,
        errors: expect.stringContaining(`delete needs --confirm ${tenant.slug}`),
      });
      expect(await deedsOf(tenant)).toEqual([]);
      expect(await read(tenant)).toMatchObject({ members: [{ userId: tenant.admin.userId }] });
    },
  );

  it('a command about an unknown slug ends with 3', async () => {
    expect(await run('organization', 'suspend', 'nowhere', ...given)).toEqual({
      code: 3,
      printed: '',
      errors: 'There is no organization with the slug nowhere.',
    });
  });

  it('people are operated on in another image, which is said', async () => {
    expect(await run('person', 'show', 'ada@acme.example', ...given)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('run main-operate in the image of identity'),
    });
  });
});
