import type { AppValueName } from './connector.ts';
import type { Endpoints } from './endpoints.ts';

/** Values of this installation for one provider: its OAuth client, app-level values, replacements for addresses. */
export interface Installation {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly app?: Readonly<Partial<Record<AppValueName, string | undefined>>> | undefined;
  readonly endpoints?: Endpoints | undefined;
}

/** By provider value; a provider without an entry has only its defaults. */
export type Installations = { readonly [provider: string]: Installation | undefined };
