import type { Classify } from './call.ts';
import type { AppValueName, Connector, ConnectorEnvironment } from './connector.ts';
import type { Values } from './credentials.ts';
import type { ProviderDescriptor } from './descriptor.ts';

/** Everything about a provider: a folder in `providers/` exports one. */
export interface Provider extends ProviderDescriptor {
  /** The app-level values that `PROVIDERS_FILE` may hold for it. */
  readonly appValues: readonly AppValueName[];
  /** Requests that the provider takes at once. Default: as many as the outgoing client sends to one host. */
  readonly atOnce?: number;
  /** The provider's own errors. Default: only the rules common to all. */
  readonly classify?: Classify;
  /** Brings valid settings into the form in which they are stored and sent. Default: as entered. */
  readonly normalizeSettings?: (settings: Values) => Values;
  readonly connect: (environment: ConnectorEnvironment) => Connector;
}
