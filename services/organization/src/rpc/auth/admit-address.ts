import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { Method } from '@patchbay/rpc/method';
import { domainOf } from '../../domain/email-domain.ts';
import { findAdmission } from '../../store/sign-ups.ts';
import type { Dependencies } from '../dependencies.ts';

export const admitAddress =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.admitAddress> =>
  async ({ email }) => {
    const { admitted, signUpId, name, organizationName } = await findAdmission(db, email, domainOf(email));
    return {
      admitted,
      signUpId: signUpId ?? '',
      name: name ?? '',
      organizationName: organizationName ?? '',
    };
  };
