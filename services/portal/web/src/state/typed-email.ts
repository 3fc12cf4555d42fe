import { tabStorage } from './tab-storage.ts';

const key = 'patchbay.email';

/** The email typed in this tab so far: sign-in and sign-up ask for the same one, also after a visit to a provider. '' for none. */
export const typedEmail = (): string => tabStorage.getItem(key) ?? '';

export const keepEmail = (typed: string): void => tabStorage.setItem(key, typed);

/** Called once somebody is signed in. */
export const forgetEmail = (): void => tabStorage.removeItem(key);
