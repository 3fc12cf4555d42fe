import { type PublishingService, publishingServices } from '@patchbay/platform/services';

/** A service that has events of its own, by the name of its schema. */
export type EventContext = PublishingService;

export const topicOf = (context: EventContext): string => `patchbay.${context}.events.v1`;

/** Where messages of a topic go that a consumer can never handle, each wrapped with its reason. */
export const deadLetterTopicOf = (topic: string): string => `${topic}.dead-letter`;

/** Every topic of events, without those of dead letters. */
export const eventTopics: readonly string[] = publishingServices.map(topicOf);
