import { accountNames, healthOf, healthTones, healthWords } from '@patchbay/client';
import type { Schemas } from '../../../api/answer.ts';
import { Line, States } from '../../parts/cells.tsx';
import { ago, formatNumber, words } from '../../words/words.ts';

const text = words.integrations;

interface IntegrationProps {
  readonly integration: Schemas['Integration'];
  readonly now: number;
}

/** The state of an integration in a few words. */
export function Health({ integration, now }: IntegrationProps) {
  const health = healthOf(integration, now);
  const said =
    health === 'ending' ? text.ending(ago(integration.authorizationEndsAt ?? '', now)) : healthWords[health];
  return <States states={[{ key: health, state: healthTones[health], text: said }]} />;
}

/** The accounts that an integration is for: the first one, and how many more there are. '' where none is known. */
export function accountText(integration: Schemas['Integration']): string {
  const [first = '', ...others] = accountNames(integration);
  return others.length === 0 ? first : text.andMore(first, formatNumber(others.length));
}

export const AccountNames = ({ integration }: Pick<IntegrationProps, 'integration'>) => (
  <Line whole={accountNames(integration).join(', ')}>{accountText(integration)}</Line>
);

/** The state of the connect link, and when it expires. */
export function LinkState({ integration: { connectLink }, now }: IntegrationProps) {
  if (connectLink === null) return null;
  return connectLink.expired ? text.link.expired : text.link.expires(ago(connectLink.expiresAt, now));
}
