/** The services that have events of their own, by the name of their schema. */
export const contexts = ['identity', 'organization', 'integration'] as const;

export type EventContext = (typeof contexts)[number];

export const topicOf = (context: EventContext): string => `patchbay.${context}.events.v1`;

/** Where messages of a topic go that a consumer can never handle, each wrapped with its reason. */
export const deadLetterTopicOf = (topic: string): string => `${topic}.dead-letter`;

/** Every topic of events, without those of dead letters. */
export const eventTopics: readonly string[] = contexts.map(topicOf);
