import { type EventContext, topicOf } from '@patchbay/events/topics';
import { actions } from '@patchbay/trail/action';
import { expect, it } from 'vitest';
import { table } from './table.ts';

/** The service that records an action in its outbox. */
const contextOf = (action: string): EventContext => {
  if (/^(user|session)\./.test(action)) return 'identity';
  return action.startsWith('integration.') ? 'integration' : 'organization';
};

it('docs/events.md has every action of the trail', async () => {
  const rows = Object.entries(actions).map(([action, meaning]) => [
    `\`${action}\``,
    `\`${topicOf(contextOf(action))}\``,
    meaning,
  ]);
  const text = `# Events

Every action of the audit trail is one event: \`patchbay.events.v1.Event\` of \`proto/\`, recorded in the outbox of the service
that did it, in the transaction that did it, and published to that service's topic. The key is the organization's id, or the
person's where an event concerns no single organization; those are recorded in each of the person's organizations. Delivery
is at least once: consumers have an effect once per event id. What cannot be handled goes to \`<topic>.dead-letter\` with its
reason. This page is made from \`libs/trail/src/action.ts\`: \`npm test -- --project docs -u\` writes it anew.

${table(['Action', 'Topic', 'Meaning'], rows)}
`;
  await expect(text).toMatchFileSnapshot('../../docs/events.md');
});
