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

/** What was tried: to connect by a form or by a consent, or stored credentials. */
export type Tried = 'form' | 'consent' | 'check';

type Sentence = (provider: string) => string;

const whateverWasTried = (sentence: Sentence): Record<Tried, Sentence> => ({
  form: sentence,
  consent: sentence,
  check: sentence,
});

const mistyped: Sentence = (provider) =>
  `${provider} doesn't recognize what you entered. Check that you copied all of it, then try again.`;
const consentFailed: Sentence = (provider) =>
  `The sign-in at ${provider} didn't go through. Connect again, and allow access when ${provider} asks.`;

/** Clients read these as well as members, so they name no role in Patchbay. */
const sentences: Readonly<Record<FailureReason, Readonly<Record<Tried, Sentence>>>> = {
  refused: {
    form: mistyped,
    consent: consentFailed,
    check: (provider) =>
      `${provider} no longer accepts this connection: access was withdrawn, or its details were changed there. Connect again to fix it.`,
  },
  unauthorized: {
    form: mistyped,
    consent: consentFailed,
    check: (provider) =>
      `${provider} no longer accepts this connection: access was withdrawn there or has expired. Connect again to fix it.`,
  },
  ended: {
    form: (provider) =>
      `What you entered has expired at ${provider}. Create a new one there, then try again.`,
    consent: consentFailed,
    check: (provider) => `Access at ${provider} has expired. Connect again to fix it.`,
  },
  no_access: {
    form: (provider) =>
      `${provider} recognizes what you entered, but doesn't give it access to what's needed here. Ask for access there, then try again.`,
    consent: (provider) =>
      `The sign-in worked, but this login has no access at ${provider} to what's needed here. Ask for access there, or use another login, then connect again.`,
    check: (provider) =>
      `This connection has no access at ${provider} to what's needed here. Have access granted there, or correct the settings, then connect again.`,
  },
  no_accounts: {
    form: (provider) =>
      `${provider} recognizes what you entered, but shows no account for it. Have an account shared with it there, then try again.`,
    consent: (provider) =>
      `The sign-in worked, but ${provider} shows no account for this login. Have an account shared with it, or use another login, then connect again.`,
    check: (provider) =>
      `${provider} shows no account for this connection. Have an account shared with it there, then connect again.`,
  },
  account_not_found: {
    form: (provider) =>
      `${provider} recognizes what you entered, but not the account that this connection is for. Use a login of that account, or ask for the account to be corrected, then try again.`,
    consent: (provider) =>
      `The sign-in worked, but this login can't see the account at ${provider} that this connection is for. Use another login, or ask for the account to be corrected, then connect again.`,
    check: (provider) =>
      `This connection can't see the account at ${provider} that its settings name. Correct the settings and verify, or connect again.`,
  },
  scope_missing: {
    form: (provider) =>
      `What you entered lacks a permission at ${provider}. Have it added there, then try again.`,
    consent: (provider) =>
      `Not everything that ${provider} asked about was allowed. Connect again and allow all of it.`,
    check: (provider) =>
      `This connection lacks a permission at ${provider}. Connect again and allow everything that ${provider} asks about.`,
  },
  unavailable: whateverWasTried(
    (provider) => `${provider} couldn't be reached, or had a problem of its own. Try again in a few minutes.`,
  ),
  rate_limited: whateverWasTried(
    (provider) => `${provider} asked us to slow down. Try again in a few minutes.`,
  ),
  not_configured: whateverWasTried(
    (provider) =>
      `${provider} isn't fully set up on our side. This one is on us, not you: the team that runs Patchbay has to finish it.`,
  ),
  client_refused: whateverWasTried(
    (provider) =>
      `${provider} turned down a request of ours. This one is on us, not you: the team that runs Patchbay has to fix it.`,
  ),
};

/** The failure as sentences for people: what happened and what to do. */
export function sentenceOf(
  { reason, hint }: Pick<ProviderFailure, 'reason' | 'hint'>,
  tried: Tried,
  provider: string,
): string {
  const sentence = sentences[reason][tried](provider);
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}
