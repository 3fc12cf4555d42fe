/** Settings from the server, in the `patchbay-settings` element of the HTML. They are public. */
interface Settings {
  /** Origin and path of the API, without a trailing slash. */
  readonly apiUrl: string;
  /** The sign-in providers that identity has a client for. */
  readonly signInProviders: readonly SignInProvider[];
  /** Paths of marks that pages show in place of monograms, by provider. */
  readonly marks?: Readonly<Record<string, string>>;
  /** The trace of the request for the page; the page's API calls continue it. */
  readonly traceparent?: string;
}

export type SignInProvider = 'google' | 'microsoft';

function readSettings(): Settings {
  const element = document.querySelector<HTMLMetaElement>('meta[name="patchbay-settings"]');
  return JSON.parse(element?.content ?? '{}') as Settings;
}

export const settings = readSettings();
