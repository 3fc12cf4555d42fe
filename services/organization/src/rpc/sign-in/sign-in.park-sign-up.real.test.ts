import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { newDomain, personAt, sharedOrganization, signUpOf } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const identity = organization.calledBy('identity');

describe('parkSignUp', () => {
  const parkedOf = async (email: string) => {
    const { rows } = await organization.db.pool.query<{ name: string; slug: string; expiresAt: Date }>(
      `select name, organization_slug as slug, expires_at as "expiresAt" from parked_sign_ups where email = $1`,
      [email],
    );
    return rows;
  };
  const passOneDay = () => organization.clock.jump(24 * 3_600_000);

  it('a sign-up is kept for 24 hours and creates nothing yet', async () => {
    const ada = personAt(newDomain());
    const signUp = signUpOf(ada);
    await identity.parkSignUp(signUp);
    expect(await parkedOf(ada.email)).toEqual([
      { name: ada.name, slug: signUp.organizationSlug, expiresAt: organization.hoursAgo(-24) },
    ]);
    const { rows } = await organization.db.pool.query('select from organizations where slug = $1', [
      signUp.organizationSlug,
    ]);
    expect(rows).toEqual([]);
  });

  it('a sign-up has a higher id than the one it replaces, whichever of them began first', async () => {
    const ada = personAt(newDomain());
    const { signUpId: earlier } = await identity.parkSignUp(signUpOf(ada));
    const holder = await organization.db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from parked_sign_ups where email = $1 for update', [ada.email]);
      const parking = identity.parkSignUp(signUpOf(ada));
      await organization.untilLockWaiters();
      const meanwhile = v7();
      await holder.query('update parked_sign_ups set id = $1 where email = $2', [meanwhile, ada.email]);
      await holder.query('commit');
      const { signUpId } = await parking;
      expect([earlier, meanwhile, signUpId].toSorted()).toEqual([earlier, meanwhile, signUpId]);
      expect(signUpId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('a sign-up has a higher id than the one it replaces although the clock has gone back', async () => {
    const ada = personAt(newDomain());
    await identity.parkSignUp(signUpOf(ada));
    const tomorrow = v7({ msecs: Date.now() + 86_400_000 });
    await organization.db.pool.query('update parked_sign_ups set id = $1 where email = $2', [
      tomorrow,
      ada.email,
    ]);
    const { signUpId: first } = await identity.parkSignUp(signUpOf(ada));
    const { signUpId: second } = await identity.parkSignUp(signUpOf(ada));
    expect([tomorrow, first, second].toSorted()).toEqual([tomorrow, first, second]);
  });

  it('the newest sign-up of an address replaces the older one and starts its 24 hours again', async () => {
    const ada = personAt(newDomain());
    await identity.parkSignUp(signUpOf(ada));
    await passOneDay();
    const newest = signUpOf({ ...ada, name: 'Countess' });
    await identity.parkSignUp(newest);
    expect(await parkedOf(ada.email)).toEqual([
      { name: 'Countess', slug: newest.organizationSlug, expiresAt: organization.hoursAgo(-24) },
    ]);
  });

  it('of many concurrent sign-ups of an address one whole sign-up is kept', async () => {
    const ada = personAt(newDomain());
    const names = Array.from({ length: 10 }, (_, index) => `Ada ${index}`);
    await Promise.all(
      names.map((name, index) => identity.parkSignUp(signUpOf({ ...ada, name }, `at-once-${index}`))),
    );
    const parked = await parkedOf(ada.email);
    expect(parked).toHaveLength(1);
    expect(parked[0]?.slug).toBe(`at-once-${names.indexOf(parked[0]?.name ?? '')}`);
  });

  it('a domain and a slug that an organization has are refused, each with its own text', async () => {
    const domain = newDomain();
    const ada = personAt(domain);
    const slug = `taken-${v7()}`;
    const { signUpId } = await identity.parkSignUp(signUpOf(ada, slug));
    await identity.provisionUser({ ...ada, signUpId });

    const colleague = personAt(domain, 'grace');
    await expect(identity.parkSignUp(signUpOf(colleague))).rejects.toMatchObject({
      code: 'conflict',
      publicText: `There is already an organization for ${domain}. Request a sign-in link; if none comes, ask one of its admins to invite you.`,
    });
    const stranger = personAt(newDomain());
    await expect(identity.parkSignUp(signUpOf(stranger, slug))).rejects.toMatchObject({
      code: 'conflict',
      publicText: `The slug ${slug} is taken. Choose another one.`,
    });
    expect([...(await parkedOf(colleague.email)), ...(await parkedOf(stranger.email))]).toEqual([]);
  });

  it('a parked sign-up reserves neither its domain nor its slug', async () => {
    const domain = newDomain();
    const slug = `wanted-${v7()}`;
    await identity.parkSignUp(signUpOf(personAt(domain), slug));
    await expect(identity.parkSignUp(signUpOf(personAt(domain, 'grace'), slug))).resolves.toBeDefined();
  });

  describe('admitAddress', () => {
    it('a parked sign-up alone does not admit an address, and is named in the answer until it expires or is replaced', async () => {
      const ada = personAt(newDomain());
      const { signUpId } = await identity.parkSignUp(signUpOf(ada));
      const signUp = { name: ada.name, organizationName: 'Acme' };
      expect(await identity.admitAddress({ email: ada.email })).toMatchObject({
        admitted: false,
        signUpId,
        ...signUp,
      });
      const newer = await identity.parkSignUp(signUpOf(ada));
      expect(newer.signUpId).not.toBe(signUpId);
      expect(await identity.admitAddress({ email: ada.email })).toMatchObject({
        signUpId: newer.signUpId,
        ...signUp,
      });
      await passOneDay();
      expect(await identity.admitAddress({ email: ada.email })).toMatchObject({
        admitted: false,
        signUpId: '',
        name: '',
        organizationName: '',
      });
    });

    it('an address is admitted if its domain belongs to an organization', async () => {
      const domain = newDomain();
      const ada = personAt(domain);
      const colleague = personAt(domain, 'grace');
      const { signUpId } = await identity.parkSignUp(signUpOf(ada));
      expect(await identity.admitAddress({ email: colleague.email })).toMatchObject({ admitted: false });
      await identity.provisionUser({ ...ada, signUpId });
      expect(await identity.admitAddress({ email: colleague.email })).toMatchObject({
        admitted: true,
        name: '',
      });
      for (const other of [`sub.${domain}`, `not${domain}`, `${domain}.example`]) {
        expect(await identity.admitAddress({ email: `ada@${other}` })).toMatchObject({ admitted: false });
      }
    });
  });
});
