import type { Schemas } from '@patchbay/client';
import { States } from '../../parts/cells.tsx';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import { formatNumber } from '../../words/words.ts';

const text = webhooksWords;

export type Webhook = Schemas['Webhook'];

/** The name of a webhook: its description, or its URL. */
export const titleOf = ({ description, url }: Webhook): string =>
  description.trim() || (URL.canParse(url) ? new URL(url).host : url);

export const duration = (ms: number | null): string => text.milliseconds(formatNumber(ms ?? 0));

const stateOf = { active: 'working', failing: 'attention', disabled: 'off' } as const;

export function WebhookStatus({ webhook: { status, lastFailure } }: { readonly webhook: Webhook }) {
  const shown = status === 'active' && lastFailure !== null ? 'failing' : status;
  return <States states={[{ key: shown, state: stateOf[shown], text: text.statuses[shown] }]} />;
}

/** A summary of the filter of a webhook. */
export const WebhookFilter = ({ webhook: { actions, workspace } }: { readonly webhook: Webhook }) => (
  <>
    {actions.length === 0 ? text.everything : text.someActions(actions.length)}
    {workspace !== null && (
      <>
        {' '}
        <bdi>{text.inWorkspace(workspace.name)}</bdi>
      </>
    )}
  </>
);
