/**
 * Who can resolve a failure. `permanent`: only the client. `transient`: a later attempt may succeed. `ours`: the operator of this
 * installation.
 */
export type FailureKind = 'permanent' | 'transient' | 'ours';

/** The reason of a failure. */
const kinds = {
  /** Login, key or consent were refused. */
  refused: 'permanent',
  /** The access token was refused. A renewed one may be accepted, so this is permanent only after a renewal. */
  unauthorized: 'permanent',
  /** The authorization has ended, and nothing can renew it. */
  ended: 'permanent',
  /** The login is valid but has no access. */
  no_access: 'permanent',
  /** The login is valid but has no account. */
  no_accounts: 'permanent',
  /** The account in the settings does not exist, or not for this login. */
  account_not_found: 'permanent',
  /** The person granted fewer scopes than requested. */
  scope_missing: 'permanent',
  unavailable: 'transient',
  rate_limited: 'transient',
  /** This installation has no client, or lacks an app-level value. */
  not_configured: 'ours',
  /** The provider refused our client, our app-level values or the form of our request. */
  client_refused: 'ours',
} as const satisfies Record<string, FailureKind>;

export type FailureReason = keyof typeof kinds;

export interface ProviderFailureOptions {
  /** An additional sentence of ours that tells the client what to do. Never text from the provider. */
  readonly hint?: string;
  /** The provider's error code, for the log. */
  readonly code?: string;
  /** Milliseconds that the provider asked to wait. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The message has the reason and the error code of the provider, and nothing else from the provider. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly reason: FailureReason;
  readonly kind: FailureKind;
  readonly hint: string | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(reason: FailureReason, { hint, code, retryAfterMs, cause }: ProviderFailureOptions = {}) {
    super(code === undefined ? reason : `${reason} (${code})`, { cause });
    this.reason = reason;
    this.kind = kinds[reason];
    this.hint = hint;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

const sentences: Readonly<Record<FailureReason, (provider: string) => string>> = {
  refused: (provider) => `${provider} refused what was entered or granted. Check it, then connect again.`,
  unauthorized: (provider) =>
    `${provider} no longer accepts this authorization: it was withdrawn there or has expired. Connect again.`,
  ended: (provider) => `The authorization at ${provider} has ended. Connect again.`,
  no_access: (provider) =>
    `This login has no access at ${provider} to what is needed here. Have access granted there, or correct the settings, then connect again.`,
  no_accounts: (provider) =>
    `The login works, but ${provider} shows no account for it. Have an account shared with this login, then connect again.`,
  account_not_found: (provider) =>
    `${provider} does not know the account that the settings name, or not for this login. Correct the settings, then connect or verify again.`,
  scope_missing: (provider) =>
    `Not every permission that ${provider} asked about was granted. Connect again and grant all of them.`,
  unavailable: (provider) => `${provider} could not be reached or failed. Try again later.`,
  rate_limited: (provider) => `${provider} received too many requests. Try again later.`,
  not_configured: (provider) =>
    `${provider} is not configured in this installation: its operator has to add the missing values.`,
  client_refused: (provider) =>
    `${provider} refused a request for a reason that lies with this installation: its operator has to act.`,
};

/** The failure as sentences for people: what happened and what to do. */
export function sentenceOf(
  { reason, hint }: Pick<ProviderFailure, 'reason' | 'hint'>,
  provider: string,
): string {
  const sentence = sentences[reason](provider);
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}
