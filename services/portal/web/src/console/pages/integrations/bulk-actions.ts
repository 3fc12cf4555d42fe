import type { Schemas } from '../../../api/answer.ts';
import { hasLiveLink } from './diagnosis.ts';

type Integration = Schemas['Integration'];

/** What one does with several integrations at once. */
export const bulkActions = ['link', 'verify', 'disable', 'enable'] as const;

export type BulkAction = (typeof bulkActions)[number];

export const operations = {
  link: 'issueConnectLink',
  verify: 'verifyIntegration',
  disable: 'disableIntegration',
  enable: 'enableIntegration',
} as const satisfies Readonly<Record<BulkAction, string>>;

/** Why an action leaves an integration out. */
export type LeftOut = 'hasLink' | 'isOff' | 'isOn' | 'neverConnected';

const leftOutOf: Readonly<Record<BulkAction, (integration: Integration) => LeftOut | undefined>> = {
  // A new link would take away the one that the client has.
  link: (integration) =>
    integration.status === 'disabled' ? 'isOff' : hasLiveLink(integration) ? 'hasLink' : undefined,
  verify: ({ connectedAt }) => (connectedAt === null ? 'neverConnected' : undefined),
  disable: ({ status }) => (status === 'disabled' ? 'isOff' : undefined),
  enable: ({ status }) => (status === 'disabled' ? undefined : 'isOn'),
};

export interface BulkPlan {
  /** Those that the action changes. */
  readonly included: readonly Integration[];
  /** How many others there are, by reason. */
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

/** What an action would do with these integrations. */
export function planOf(action: BulkAction, integrations: readonly Integration[]): BulkPlan {
  const leftOut = new Map<LeftOut, number>();
  const included = integrations.filter((integration) => {
    const reason = leftOutOf[action](integration);
    if (reason !== undefined) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    return reason === undefined;
  });
  return { included, leftOut };
}
