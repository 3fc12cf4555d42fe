/** `oauth`: the client consents at the provider; `credentials`: the client fills in the connect fields. */
export type AuthMethod = 'oauth' | 'credentials';

/** App-level values of an installation other than the client, by their names in `PROVIDERS_FILE`. */
export type AppValueName = 'developerToken' | 'apiVersion';

export type AppValues = Readonly<Partial<Record<AppValueName, string>>>;

/** Values that a person entered, by field name: settings or connect fields. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** The value of a field that the provider requires. A missing one is a bug: fields are validated before. */
export function textOf(values: Values, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`the value of ${name} is missing`);
  return String(value);
}

export const optionalTextOf = (values: Values, name: string): string | undefined =>
  values[name] === undefined ? undefined : String(values[name]);

/** The secrets and times that the platform stores to act at a provider for the client. */
export interface Credentials {
  /** Tokens, passwords and the entered connect fields, by name. Each is sealed separately. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The end of the access token; null if it does not end, there is none, or the end is unknown. */
  readonly expiresAt: Date | null;
  /** The background renews the access token from then on; null if it is renewed on use or not at all. */
  readonly renewAt: Date | null;
  /** The end of the authorization itself, whatever is renewed until then; null if unknown or never. */
  readonly endsAt: Date | null;
}

/** One secret of the credentials. A missing one is a bug, or the credentials were stored by an earlier version. */
export function secretOf({ secrets }: Credentials, name: string): string {
  const value = secrets[name];
  if (value === undefined) throw new Error(`the credentials have no ${name}`);
  return value;
}

/** Credentials without an end. */
export const lastingCredentials = (secrets: Credentials['secrets']): Credentials => ({
  secrets,
  expiresAt: null,
  renewAt: null,
  endsAt: null,
});

/** Ten years. A longer lifetime is a mistake of the provider and is ignored. */
const longestSeconds = 315_360_000;

/** A lifetime in seconds as a provider sent it; undefined if it is no plausible number. */
export const lifetimeSeconds = (sent: unknown): number | undefined => {
  const seconds = Number(sent);
  return seconds > 0 && seconds <= longestSeconds ? seconds : undefined;
};

/** The fraction of the lifetime after which a token is renewed. */
const renewAfter = 0.8;

/** The end and the renewal time of a token with this lifetime in seconds. */
export const lifetimeOf = (seconds: number, now: Date): { expiresAt: Date; renewAt: Date } => ({
  expiresAt: new Date(now.getTime() + seconds * 1000),
  renewAt: new Date(now.getTime() + seconds * 1000 * renewAfter),
});
