import type { Schemas } from '@patchbay/client';
import { Alert } from '../../../parts/alert.tsx';
import { webhooks as webhooksWords } from '../../words/en/webhooks.ts';
import { duration, type Webhook } from './webhook-parts.tsx';

const text = webhooksWords.one;

interface LastAttemptProps {
  readonly webhook: Webhook;
  /** The test that was sent from this page. */
  readonly tested: Schemas['Delivery'] | undefined;
}

/** The result of a test while it is the last attempt, or the failure of the last attempt. A later attempt replaces it. */
export function LastAttempt({ webhook, tested }: LastAttemptProps) {
  const { status, lastFailure, lastDeliveredAt } = webhook;
  const attemptedAt = [lastFailure?.at, lastDeliveredAt].map((at) => Date.parse(at ?? '')).filter(isFinite);
  const isLast =
    tested !== undefined && Date.parse(tested.lastAttemptAt ?? '') >= Math.max(0, ...attemptedAt);
  if (isLast) return <TestOutcome delivery={tested} />;
  // Of a disabled webhook, the page says why it was disabled.
  if (status !== 'active' || lastFailure === null) return null;
  return (
    <Alert kind="warning">
      {text.lastFailed} {lastFailure.reason}
    </Alert>
  );
}

const TestOutcome = ({ delivery }: { readonly delivery: Schemas['Delivery'] }) => {
  const { status, responseStatus, responseMs, reason } = delivery;
  if (status === 'delivered' && responseStatus !== null)
    return <Alert kind="success">{text.tested(responseStatus, duration(responseMs))}</Alert>;
  return (
    <Alert kind="failure">
      {text.testFailed} {reason}
    </Alert>
  );
};
