import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { conflict } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { workDomainOf } from '../../domain/email-domain.ts';
import { park } from '../../domain/sign-up.ts';
import { findTaken } from '../../store/organizations.ts';
import { saveSignUp } from '../../store/sign-ups.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Does not reserve the slug or the domain: the checks here only give an early error, and the unique constraints decide when
 * the organization is created. Records no event, because no organization has changed yet.
 */
export const parkSignUp =
  ({ db, transact }: Dependencies): Method<typeof OrganizationService.method.parkSignUp> =>
  async (request) => {
    const signUp = park(request, new Date());
    const { email, organizationSlug } = signUp;
    const domain = workDomainOf(email);
    const taken = await findTaken(db, organizationSlug, domain);
    if (taken.domain) {
      throw conflict(`An organization for ${domain} exists already: request a sign-in link to join it.`);
    }
    if (taken.slug) throw conflict(`The slug ${organizationSlug} is taken: choose another one.`);
    const turn = { of: 'sign-up', key: signUp.email };
    return { signUpId: await transact({ name: 'park sign-up', turn }, (tx) => saveSignUp(tx, signUp)) };
  };
