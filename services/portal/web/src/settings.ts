/** What the server tells the pages in the `patchbay-settings` element of the HTML. Nothing in it is secret. */
export interface Settings {
  /** Origin and path of the API, without a trailing slash. */
  readonly apiUrl: string;
  /** Those that identity has a client for. */
  readonly signInProviders: readonly SignInProvider[];
  /** Of the request for the page: the calls of the page continue its trace. */
  readonly traceparent?: string;
}

export type SignInProvider = 'google' | 'microsoft';

function readSettings(): Settings {
  const element = document.querySelector<HTMLMetaElement>('meta[name="patchbay-settings"]');
  return JSON.parse(element?.content ?? '{}') as Settings;
}

export const settings = readSettings();
