import { createClient, createRouterTransport } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { newDomain, startIdentity } from '../test-bed.fixture.ts';
import { findAdmission } from './admission.ts';

it('an address is let in whose user another sign-in creates while organization is asked', async () => {
  const identity = await startIdentity();
  const email = `ada@${newDomain()}`;
  const transport = createRouterTransport(({ service }) => {
    service(OrganizationService, {
      // The other sign-in has used the sign-up up.
      async admitAddress() {
        await identity.db.pool.query(`insert into users (id, email, name) values ($1, $2, 'Ada')`, [
          v7(),
          email,
        ]);
        return { admitted: false };
      },
    });
  });
  try {
    const organization = createClient(OrganizationService, transport);
    const asked = { email, signUpId: v7() };
    expect(await findAdmission({ db: identity.db, organization }, asked, {})).toEqual({ name: null });
  } finally {
    await identity.stop();
  }
});
