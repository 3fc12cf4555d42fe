/** From the bench to the process of the bare consumer. */
export interface Consumption {
  readonly brokers: readonly string[];
  readonly topics: readonly string[];
  /** Messages to read: all that the topics have, or fewer. */
  readonly messages: number;
  /** In the format of `EVENT_VERIFYING_KEYS`. Undefined: signatures are not verified. */
  readonly publicKeys: string | undefined;
}

/** Its reply: messages that it has read, and CPU milliseconds of the process meanwhile. */
export interface Consumed {
  readonly messages: number;
  readonly cpu: number;
  readonly seconds: number;
  readonly failure: string | undefined;
}
