import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { ProviderFlow } from '../domain/provider-flow.ts';
import { isProviderName, type ProviderName } from '../domain/provider-identity.ts';
import type { OpenIdProvider } from '../providers/openid-provider.ts';
import type { Dependencies } from './dependencies.ts';

/** Undefined where the provider is unknown or not configured. */
export function providerOf(
  { providers }: Pick<Dependencies, 'providers'>,
  text: string,
): { name: ProviderName; openId: OpenIdProvider } | undefined {
  if (!isProviderName(text)) return undefined;
  const openId = providers.get(text);
  return openId && { name: text, openId };
}

const sealedFlow = sealedJson<ProviderFlow>('provider sign-in');

export const sealFlow = (sealer: Sealer, flow: ProviderFlow): string => sealedFlow.seal(sealer, flow);

/** Undefined where the cookie is missing or was not sealed by `sealFlow`: a browser can send any text. */
export function openFlow(sealer: Sealer, sealed: string): ProviderFlow | undefined {
  try {
    return sealedFlow.open(sealer, sealed);
  } catch {
    return undefined;
  }
}
