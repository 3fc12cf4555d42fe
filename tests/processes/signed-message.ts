import { readFile } from 'node:fs/promises';
import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { toEvent } from '@patchbay/events/envelope';
import { createSigningPublisher } from '@patchbay/events/signature';
import { topicOf } from '@patchbay/events/topics';
import type { OutgoingMessage } from '@patchbay/events/transport';
import { parsePrivateKey } from '@patchbay/tokens/service-keys';

export interface SignedMessage extends OutgoingMessage {
  readonly topic: string;
}

/** A sign-in of a person, signed with the key of identity in this `secrets.json`, as identity would publish it. */
export async function signedSignIn(
  secretsPath: string,
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
): Promise<SignedMessage> {
  const secrets = JSON.parse(await readFile(secretsPath, 'utf8')) as { eventKeys: { identity: string } };
  const event = toEvent(
    { action: 'user.signed_in', about: { userId }, target: { type: 'user', id: userId, name: 'Ada' } },
    { caller: { type: 'system' }, requestId, ipAddress: null, userAgent: null },
  );
  const sent: OutgoingMessage[] = [];
  const recorder = {
    name: 'recorder',
    publish: async (_: string, messages: readonly OutgoingMessage[]) => void sent.push(...messages),
  };
  const topic = topicOf('identity');
  await createSigningPublisher(recorder, parsePrivateKey(secrets.eventKeys.identity)).publish(topic, [
    { key: userId, value: toBinary(EventSchema, event), headers: { 'event-id': event.id } },
  ]);
  const [message] = sent;
  if (message === undefined) throw new Error('nothing was published');
  return { ...message, topic };
}
