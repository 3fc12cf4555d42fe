/** From the bench to the process of the bare consumer. */
export interface Consumption {
  readonly brokers: readonly string[];
  readonly topics: readonly string[];
  readonly group: string;
  /** Messages to read in all. */
  readonly messages: number;
  /** Those before the measurement. */
  readonly warmUp: number;
  /** In the format of `EVENT_VERIFYING_KEYS`. Undefined: signatures are not verified. */
  readonly publicKeys: string | undefined;
}

/** Its reply: messages after the warm-up, and CPU milliseconds of the process meanwhile. */
export interface Consumed {
  readonly messages: number;
  readonly cpu: number;
  readonly seconds: number;
  readonly failure: string | undefined;
}
