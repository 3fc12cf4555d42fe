import { timestampDate } from '@bufbuild/protobuf/wkt';
import { accessToProto } from '@patchbay/access/proto';
import type {
  ListUserOrganizationsRequest,
  OrganizationService,
} from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { invalid } from '@patchbay/errors/failure';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { systemClock } from '@patchbay/runtime/clock';
import { resolveAccess as resolve } from '../../store/access.ts';
import {
  listOrganizationIdsAt,
  maxMoments,
  type UserMoment,
  waitForMembershipChanges,
} from '../../store/membership-periods.ts';
import type { Dependencies } from '../dependencies.ts';

/** The longest wait for a moment that the database's clock has not passed yet. */
const maxAheadMs = 1_000;

const momentsIn = ({ moments }: ListUserOrganizationsRequest): UserMoment[] =>
  moments.map(({ userId, moment }) => {
    if (moment === undefined) throw invalid({ path: 'moments', message: 'must have a moment each' });
    return { userId, moment: timestampDate(moment) };
  });

/**
 * Waits until no change of a membership can get a time at or before these moments any more, so that the answer is final. A
 * moment that is further ahead than `maxAheadMs`, by the clock of another host, is answered by the memberships of now.
 */
async function settle({ db, transact }: Dependencies, moments: readonly UserMoment[]): Promise<void> {
  const userIds = moments.map(({ userId }) => userId);
  const newest = Math.max(...moments.map(({ moment }) => moment.getTime()));
  for (let waitedMs = 0; ; ) {
    const aheadMs = newest + 1 - (await waitForMembershipChanges(db, transact, userIds)).getTime();
    const waitMs = Math.min(aheadMs, maxAheadMs - waitedMs);
    if (waitMs <= 0) return;
    // Of the machine, whatever the clock of the process is: the moments are of the clock of Postgres, which moves by itself.
    await systemClock.sleep(waitMs);
    waitedMs += waitMs;
  }
}

export const listUserOrganizations =
  (dependencies: Dependencies): Method<typeof OrganizationService.method.listUserOrganizations> =>
  async (request) => {
    const moments = momentsIn(request);
    if (moments.length > maxMoments) {
      throw invalid({ path: 'moments', message: `must be ${maxMoments} at most` });
    }
    if (moments.length === 0) return { users: [] };
    await settle(dependencies, moments);
    const organizationIds = await listOrganizationIdsAt(dependencies.db, moments);
    return {
      users: moments.map(({ userId }, index) => ({ userId, organizationIds: organizationIds[index] ?? [] })),
    };
  };

export const resolveAccess =
  ({ db }: Dependencies): Method<typeof OrganizationService.method.resolveAccess> =>
  async ({ closedToo, ...path }, context) => {
    const access = await resolve(db, principalOf(context), path, { closedToo });
    return { access: accessToProto(access) };
  };
