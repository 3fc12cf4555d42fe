import type { Installations } from '../connector/installation.ts';

/** The provider values whose OAuth client is that of the given one, which is among them. */
export type SameClient = (provider: string) => readonly string[];

/** Products of one vendor often share a client: to the vendor they are one application. */
export const createSameClient =
  (installations: Installations): SameClient =>
  (provider) => {
    const clientId = installations[provider]?.clientId;
    if (clientId === undefined) return [provider];
    return Object.keys(installations).filter((each) => installations[each]?.clientId === clientId);
  };
