import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Access } from '@patchbay/access/access';

interface Times {
  readonly from?: Date;
  readonly to?: Date;
}

/** Query parameters as fields of a request. */
export const timesToProto = <Query extends Times>({ from, to, ...rest }: Query) => ({
  ...rest,
  ...(from && { from: timestampFromDate(from) }),
  ...(to && { to: timestampFromDate(to) }),
});

/**
 * Query parameters as fields of a request to audit. A slug stands for the workspace that has it now: where none has it, no entry matches.
 */
export const filtersToProto = <Query extends Times & { readonly workspaceSlug?: string }>(
  query: Query,
  access: Access | undefined,
) => ({
  ...timesToProto(query),
  ...(query.workspaceSlug !== undefined && { workspaceId: access?.workspace?.id ?? '' }),
});
