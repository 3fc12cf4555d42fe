import { timestampFromDate } from '@bufbuild/protobuf/wkt';

/** Query parameters as fields of a request to audit. */
export const filtersToProto = <Query extends { readonly from?: Date; readonly to?: Date }>({
  from,
  to,
  ...rest
}: Query) => ({
  ...rest,
  ...(from && { from: timestampFromDate(from) }),
  ...(to && { to: timestampFromDate(to) }),
});
