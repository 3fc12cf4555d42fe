import { accessToProto } from '@patchbay/access/proto';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { Failure, internal } from '@patchbay/errors/failure';
import { failureToProto } from '@patchbay/errors/proto';
import { setRequestIds, usersOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveAccesses } from '../../store/access.ts';
import type { Dependencies } from '../dependencies.ts';

export const resolveAccessOfUsers =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.resolveAccessOfUsers> =>
  async ({ paths, requestIds }, context) => {
    setRequestIds(context, requestIds);
    const users = usersOf(context);
    if (users.length !== paths.length) throw internal(`${users.length} users ask for ${paths.length} paths`);
    const accesses = await resolveAccesses(
      db,
      paths.map((path, index) => ({ userId: users[index] ?? '', path })),
    );
    return {
      outcomes: accesses.map((access) => ({
        outcome:
          access instanceof Failure
            ? { case: 'failure', value: failureToProto(access) }
            : { case: 'access', value: accessToProto(access) },
      })),
    };
  };
