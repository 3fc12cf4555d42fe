import { matching, operations } from './operations.ts';
import type { Recording } from './rule.ts';

/** Requests a second by status and part: a group of operations, or the pages of the Portal. */
export const requests = 'patchbay:requests:rate5m';

/** The Portal has no operations of the contract: openSignIn and others are its pages. */
const pages = 'operation=~"open.+|getFile"';

const parts = [
  ...[...Map.groupBy(operations, ({ group }) => group)].map(
    ([group, some]) => [group, matching(some)] as const,
  ),
  ['pages', pages] as const,
];

/** Groups the operations once, so that other rules need not list them. */
export const requestRecordings: readonly Recording[] = parts.map(([part, matcher]) => ({
  record: requests,
  expr: `sum by (namespace, status) (rate(patchbay_http_request_duration_count{${matcher}}[5m]))`,
  labels: { part },
}));
