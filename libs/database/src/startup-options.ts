export interface StartupOptions {
  /** The URL without its `options`, which would replace those beside it. */
  readonly connectionString: string;
  /** What Postgres sets for the session when it begins. */
  readonly options: string;
}

/**
 * Settings of a session, added to those that the URL asks for by itself (`?options=-c search_path=audit`); ours come later, and win.
 */
export function startupOptions(
  url: string,
  settings: Readonly<Record<string, string | number>>,
): StartupOptions {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  address.searchParams.delete('options');
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: given === null ? url : address.href,
    options: [...(given === null ? [] : [given]), ...ours].join(' '),
  };
}
