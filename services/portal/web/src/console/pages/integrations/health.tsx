import type { Schemas } from '../../../api/answer.ts';
import { States } from '../../parts/cells.tsx';
import { ago, words } from '../../words/words.ts';
import { diagnosisOf } from './diagnosis.ts';
import { stateOf } from './integration-state.ts';

const text = words.integrations;

interface IntegrationProps {
  readonly integration: Schemas['Integration'];
  readonly now: number;
}

/** The state of an integration in a few words. */
export function Health({ integration, now }: IntegrationProps) {
  const diagnosis = diagnosisOf(integration, now);
  const said =
    diagnosis === 'ending'
      ? text.health.ending(ago(integration.authorizationEndsAt ?? '', now))
      : text.health[diagnosis];
  return <States states={[{ key: diagnosis, state: stateOf(integration, now), text: said }]} />;
}

/** The state of the connect link, and when it expires. */
export function LinkState({ integration: { connectLink }, now }: IntegrationProps) {
  if (connectLink === null) return null;
  return connectLink.expired ? text.link.expired : text.link.expires(ago(connectLink.expiresAt, now));
}
