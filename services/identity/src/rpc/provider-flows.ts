import type { ProviderFlow } from '../domain/provider-flow.ts';
import { isProviderName, type ProviderName } from '../domain/provider-identity.ts';
import type { OpenIdProvider } from '../providers/openid-provider.ts';
import type { Dependencies } from './dependencies.ts';
import { sealedCookie } from './sealed-cookie.ts';

/** Undefined where the provider is unknown or not configured. */
export function providerOf(
  { providers }: Pick<Dependencies, 'providers'>,
  text: string,
): { name: ProviderName; openId: OpenIdProvider } | undefined {
  if (!isProviderName(text)) return undefined;
  const openId = providers.get(text);
  return openId && { name: text, openId };
}

export const { seal: sealFlow, open: openFlow } = sealedCookie<ProviderFlow>('provider sign-in');
