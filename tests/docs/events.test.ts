import { ownerOf } from '@patchbay/events/action-owner';
import { kafkaRightsOf } from '@patchbay/events/rights';
import { topicOf } from '@patchbay/events/topics';
import { operations as apiOperations } from '@patchbay/gateway/operations';
import { serviceNames } from '@patchbay/platform/services';
import { type Action, actions } from '@patchbay/trail/action';
import { backgroundActions } from '@patchbay/trail/background';
import { expect, it } from 'vitest';
import { table } from './table.ts';

function topicFor(action: Action): string {
  const owner = ownerOf(action);
  if (owner === undefined) throw new Error(`nobody publishes ${action}`);
  return topicOf(owner);
}

const inBackground: Partial<Readonly<Record<Action, string>>> = backgroundActions;

/** The operations that declare an action, and what causes it without a request. */
function causesOf(action: Action): readonly string[] {
  const declaring = apiOperations.filter(({ audit }) => !('none' in audit) && audit.includes(action));
  const background = inBackground[action];
  return [...declaring.map(({ id }) => `\`${id}\``), ...(background === undefined ? [] : [background])];
}

it('every action of the trail has a cause', () => {
  const without = (Object.keys(actions) as Action[]).filter((action) => causesOf(action).length === 0);
  expect(without).toEqual([]);
});

it('docs/events.md has every action of the trail, and every right at Kafka', async () => {
  const rows = (Object.keys(actions) as Action[]).map((action) => [
    `\`${action}\``,
    `\`${topicFor(action)}\``,
    actions[action],
    causesOf(action).join(', '),
  ]);
  const rights = serviceNames.flatMap((service) =>
    kafkaRightsOf(service).map(({ resource, name, operations }) => [
      service,
      resource,
      `\`${name}\``,
      operations.join(', '),
    ]),
  );
  const text = `# Events

Every action of the audit trail is one event: \`patchbay.events.v1.Event\` of \`proto/\`, recorded in the outbox of the service
that did it, in the transaction that did it, and published to that service's topic. The key is the organization's id, or the
person's where an event concerns no single organization; those are recorded in each of the person's organizations. Delivery
is at least once: consumers have an effect once per event id. What cannot be handled goes to \`<topic>.dead-letter\` with its
reason. This page is made from \`libs/trail\`, from what each operation of the gateway declares as its \`audit\`, and from
\`libs/events/src/rights.ts\`: \`npm test -- --project docs -u\` writes it anew. \`tests/story/actions.test.ts\` performs every
operation that declares actions and holds the entries of each request against the declaration: every action is seen there.

${table(['Action', 'Topic', 'Meaning', 'Caused by'], rows)}

## Signatures

Whoever may write to a topic could forge an event. So the relay of a service signs each message (Ed25519) with the key of that
service, and consumers verify it before they decode it, with Kafka and in one process alike. Two headers are added:
\`signature\`, in base64, and \`signature-key\`, a thumbprint of the public key. The signature is made of a fixed prefix, the topic,
the message key and the value, each with its length: a message that is copied to another topic or under another key is refused.
A consumer believes only keys of the service that publishes to the topic, and then demands that the message key is that of the
event and that the action is one of that service. Anything else becomes a dead letter with its reason, and the messages after it
are handled; \`patchbay_events_refused\` counts the dead letters that are not signed so.

That holds for whatever the broker accepts from somebody who may write to a topic: headers without values, thousands of headers,
long keys, bytes that are not UTF-8, offsets that are not those of the broker, as many records as fit into a batch
(\`libs/events/src/kafka/hostile-messages.real.test.ts\`). Of the headers, consumers read \`signature\`, \`signature-key\`,
\`event-id\` and \`traceparent\`, each up to 256 bytes and among the first 32; any other is left out, also in the dead letter. A
record that claims an offset before the ones already read is skipped without a dead letter. The dead
letters of a batch are published and stored together. A flood of messages still delays those behind it: quotas of the brokers
limit how much a user may write.

A signature does not prevent that a message is sent again. That has no effect, however late and often it happens: a trail has
an event id once, an event about a person is recorded by the memberships of its own time, and the copy of a person takes only
versions that are newer.

## Rights

What the user of each service needs at Kafka. Nobody else needs any, except who reads the
[signed heads](trail.md#signed-heads), and no service needs more: with these,
\`libs/events/src/kafka/security.real.test.ts\` lets every service do its work and tries what it must not do. READ and WRITE
include DESCRIBE. CREATE and ALTER_CONFIGS may be left out where an operator creates the topics with the settings of
[kafka.md](kafka.md#retention). The gateway does not connect to Kafka.

${table(['Service', 'Resource', 'Name', 'Operations'], rights)}
`;
  await expect(text).toMatchFileSnapshot('../../docs/events.md');
});
