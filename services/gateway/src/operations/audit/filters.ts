import { timestampFromDate } from '@bufbuild/protobuf/wkt';

/** The filters of a query as audit takes them. */
export const askedFor = <Query extends { readonly from?: Date; readonly to?: Date }>({
  from,
  to,
  ...rest
}: Query) => ({
  ...rest,
  ...(from && { from: timestampFromDate(from) }),
  ...(to && { to: timestampFromDate(to) }),
});
