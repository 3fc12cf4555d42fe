/** Requests to a provider by nothing but undici: the message from the bench to the exchange process. */
export interface Exchanges {
  readonly api: string;
  readonly fields: Readonly<Record<string, string>>;
  /** `connect`: a token and the account; `verify`: the account alone. */
  readonly kind: 'connect' | 'verify';
  readonly times: number;
  /** At the same time. */
  readonly concurrency: number;
}

/** The reply. */
export interface Exchanged {
  /** CPU milliseconds of the process per exchange. */
  readonly cpu: number;
  /** Median milliseconds of an exchange. */
  readonly p50: number;
  readonly failure: string | undefined;
}
