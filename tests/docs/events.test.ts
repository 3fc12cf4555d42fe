import { type EventContext, topicOf } from '@patchbay/events/topics';
import { type Action, actions } from '@patchbay/trail/action';
import { expect, it } from 'vitest';
import { table } from './table.ts';

type Subject<Name extends string> = Name extends `${infer Before}.${string}` ? Before : never;

/** The service whose outbox an action is in, by the word before the dot. */
const contexts: Readonly<Record<Subject<Action>, EventContext>> = {
  user: 'identity',
  session: 'identity',
  organization: 'organization',
  member: 'organization',
  invitation: 'organization',
  workspace: 'organization',
  workspace_member: 'organization',
  api_key: 'organization',
  integration: 'integration',
};
const contextOf = (action: Action): EventContext => contexts[action.split('.', 1)[0] as Subject<Action>];

it('docs/events.md has every action of the trail', async () => {
  const rows = (Object.keys(actions) as Action[]).map((action) => [
    `\`${action}\``,
    `\`${topicOf(contextOf(action))}\``,
    actions[action],
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
