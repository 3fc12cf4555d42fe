import { isPageAddress } from '../../state/page-address.ts';

/** The host of an address that a link may lead to, as people read it; undefined for anything but http and https. */
export function hostOf(address: string | null | undefined): string | undefined {
  return address && isPageAddress(address) ? new URL(address).host : undefined;
}
