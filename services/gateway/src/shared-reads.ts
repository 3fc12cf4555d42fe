import { create } from '@bufbuild/protobuf';
import type { CallOptions } from '@connectrpc/connect';
import { ResolveAccessResponseSchema } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { type Failure, internal } from '@patchbay/errors/failure';
import { failureFromProto } from '@patchbay/errors/proto';
import { callAs, contextIn } from '@patchbay/rpc/client';
import type { Clients } from './clients.ts';
import { type Lookup, lookupsOf } from './lookups.ts';
import { createTurnBatch } from './turn-batch.ts';

type Organization = Clients['organization'];
type Methods = Pick<Organization, 'resolveAccess' | 'listOrganizations'>;

/** Users in one call: their ids are in a header. */
const maxUsers = 100;

interface Read<Input> {
  readonly userId: string;
  readonly requestId: string;
  readonly input: Input;
  readonly options: CallOptions;
}

/** The ids of the requests are in the message: they may be too long for a header. */
const forUsers = (reads: readonly Read<unknown>[]): CallOptions =>
  callAs({
    caller: { type: 'system' },
    users: reads.map(({ userId }) => userId),
    requestId: '',
    ipAddress: null,
    userAgent: null,
  });

const requestIdsOf = (reads: readonly Read<unknown>[]): string[] => reads.map(({ requestId }) => requestId);

/**
 * The method `one`, except that calls for users that run together (`turn-batch.ts`) are one call of `several`. A call that runs alone,
 * and one for anybody but a user, is that of `one`.
 */
function shared<Input, Output>(
  lookup: Lookup,
  one: (input: Input, options?: CallOptions) => Promise<Output>,
  several: (reads: readonly Read<Input>[], options: CallOptions) => Promise<readonly (Output | Failure)[]>,
): (input: Input, options?: CallOptions) => Promise<Output> {
  const lookups = lookupsOf(lookup);
  const inBatch = createTurnBatch<Read<Input>, Output | Failure>(lookups, maxUsers, async (reads) => {
    const [first] = reads;
    if (first !== undefined && reads.length === 1) return [await one(first.input, first.options)];
    const results = await several(reads, forUsers(reads));
    if (results.length !== reads.length)
      throw internal(`organization answered ${results.length} of ${reads.length} users`);
    return results;
  });
  return async (input, options = {}) => {
    const context = contextIn(options);
    if (context?.caller.type !== 'user') {
      lookups.asked.value += 1;
      return one(input, options);
    }
    const { caller, requestId } = context;
    const result = await inBatch({ userId: caller.userId, requestId, input, options });
    if (result instanceof Error) throw result;
    return result;
  };
}

/** Short reads of organization for users: those that run together share a call and a query. */
export const createSharedReads = (organization: Organization): Methods => ({
  resolveAccess: shared('access', organization.resolveAccess, async (reads, options) => {
    const paths = reads.map(({ input }) => input);
    const { outcomes } = await organization.resolveAccessOfUsers(
      { paths, requestIds: requestIdsOf(reads) },
      options,
    );
    return outcomes.map(({ outcome }) => {
      if (outcome.case === 'access') return create(ResolveAccessResponseSchema, { access: outcome.value });
      const failure = outcome.value && failureFromProto(outcome.value, 'organization refused the access');
      return failure ?? internal('organization left out the access');
    });
  }),
  listOrganizations: shared('organizations', organization.listOrganizations, async (reads, options) => {
    const requestIds = requestIdsOf(reads);
    return (await organization.listOrganizationsOfUsers({ requestIds }, options)).lists;
  }),
});
