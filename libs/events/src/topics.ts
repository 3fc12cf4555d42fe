import { type PublishingService, publishingServices, type ServiceName } from '@patchbay/platform/services';
import type { Action } from '@patchbay/trail/action';

/** A service that publishes events, by the name of its schema. */
export type EventContext = PublishingService;

/** Audit publishes what it has recorded: the events of all services, each as an entry of a trail. */
export const topicOf = (context: EventContext): string =>
  `patchbay.${context}.${context === 'audit' ? 'entries' : 'events'}.v1`;

const deadLetterSuffix = '.dead-letter';

/** The topic for messages that a consumer can never handle, each wrapped in a `DeadLetter` with the reason. */
export const deadLetterTopicOf = (topic: string): string => `${topic}${deadLetterSuffix}`;

export const isDeadLetterTopic = (topic: string): boolean => topic.endsWith(deadLetterSuffix);

/** The event topics of all services, without dead-letter topics. */
export const eventTopics: readonly string[] = publishingServices.map(topicOf);

/** The signed heads of audit's chains, one line each. They are no events, no service consumes them, and none becomes a dead letter. */
export const headTopic = 'patchbay.audit.heads.v1';

/** The service that publishes to `headTopic`. */
export const headPublishingService: ServiceName = 'audit';

/** The topics that a service owns: it creates them and corrects their settings. */
export const ownTopicsOf = (service: ServiceName): readonly string[] => [
  ...publishingServices
    .filter((name) => name === service)
    .flatMap((name) => [topicOf(name), deadLetterTopicOf(topicOf(name))]),
  ...(service === headPublishingService ? [headTopic] : []),
];

/** The service that publishes to an event topic; undefined for other topics. */
export const publisherOf = (topic: string): EventContext | undefined =>
  publishingServices.find((name) => topicOf(name) === topic);

type Subject<Name extends string> = Name extends `${infer Before}.${string}` ? Before : never;

/** The service that publishes an action, by the word before the dot. A missing subject is a compile error. */
const owners: Readonly<Record<Subject<Action>, EventContext>> = {
  user: 'identity',
  session: 'identity',
  passkey: 'identity',
  organization: 'organization',
  member: 'organization',
  invitation: 'organization',
  workspace: 'organization',
  workspace_member: 'organization',
  api_key: 'organization',
  integration: 'integration',
  grant: 'integration',
  webhook: 'webhook',
};

const isSubject = (word: string): word is keyof typeof owners => Object.hasOwn(owners, word);

/** Undefined for a subject that this version does not know: a newer version of its service may publish it. */
export function ownerOf(action: string): EventContext | undefined {
  const [subject = ''] = action.split('.', 1);
  return isSubject(subject) ? owners[subject] : undefined;
}
