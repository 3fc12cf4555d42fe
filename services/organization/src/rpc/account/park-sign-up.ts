import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { conflict } from '@patchbay/errors/failure';
import { onlyFor } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { workDomainOf } from '../../domain/email-domain.ts';
import { park } from '../../domain/sign-up.ts';
import { findTaken } from '../../store/organizations.ts';
import { saveSignUp } from '../../store/sign-ups.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * A parked sign-up reserves nothing: these checks spare the person a surprise, the constraints at creation decide. No
 * event: nothing of any organization has changed yet.
 */
export const parkSignUp =
  ({ db, transact }: Dependencies): Method<typeof OrganizationService.method.parkSignUp> =>
  async ({ email, name, organizationName, organizationSlug }, context) => {
    onlyFor(context, 'identity');
    const domain = workDomainOf(email);
    const taken = await findTaken(db, organizationSlug, domain);
    if (taken.domain) {
      throw conflict(`An organization for ${domain} exists already: request a sign-in link to join it.`);
    }
    if (taken.slug) throw conflict(`The slug ${organizationSlug} is taken: choose another one.`);
    const signUp = park({ email, name, organizationName, organizationSlug }, new Date());
    await transact('park sign-up', (tx) => saveSignUp(tx, signUp));
    return {};
  };
