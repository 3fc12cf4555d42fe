/**
 * Whose fault a failure is and what helps. `permanent`: only the client can mend it. `transient`: a later attempt may succeed.
 * `ours`: the operator of this installation has to act.
 */
export type FailureKind = 'permanent' | 'transient' | 'ours';

/** Why a provider did not do what it was asked for. */
const kinds = {
  /** Login, key or consent were refused. */
  refused: 'permanent',
  /** The access token was refused. A renewed one may be accepted, so this is permanent only after a renewal. */
  unauthorized: 'permanent',
  /** The authorization has ended, and nothing can renew it. */
  ended: 'permanent',
  /** The login is valid but has no rights to what was asked for. */
  no_access: 'permanent',
  /** The login is valid but has no account. */
  no_accounts: 'permanent',
  /** The account that the settings name does not exist, or not for this login. */
  account_not_found: 'permanent',
  /** The person granted less than was asked for. */
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
  /** A sentence of the provider's own that tells the client what to do. Never text that the provider sent. */
  readonly hint?: string;
  /** The provider's error code, for the log. */
  readonly code?: string;
  /** Milliseconds that the provider asked to wait. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The message holds the reason and the provider's error code: nothing that the provider sent besides. */
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

/** What a person reads about the failure: what happened, and what to do. */
export function sentenceOf(
  { reason, hint }: Pick<ProviderFailure, 'reason' | 'hint'>,
  provider: string,
): string {
  const sentence = sentences[reason](provider);
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}
