import { tabStorage } from './state/tab-storage.ts';

/**
 * Links in mails and messages have a secret in their address. Before a page is drawn, the secret moves into the storage of this tab, where
 * a reload finds it, and the address bar and the history get an address without it: nobody reads it there later, and no page that is
 * opened next gets it as a referrer.
 */
type SecretName = 'connect' | 'invitation' | 'sign-in' | 'unwatch';

interface Taken {
  readonly name: SecretName;
  readonly secret: string;
  readonly cleanPath: string;
}

function secretInQuery(search: string): Taken | undefined {
  const query = new URLSearchParams(search);
  const secret = query.get('token') ?? '';
  if (secret === '') return undefined;
  query.delete('token');
  const rest = query.toString();
  return { name: 'sign-in', secret, cleanPath: `/sign-in/verify${rest && `?${rest}`}` };
}

/** The secret of an address; undefined: none. */
export function secretIn({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: string;
}): Taken | undefined {
  // Extra slashes, and upper case in our own part of the path, do not keep a secret in the address.
  const [first = '', second, ...more] = pathname.split('/').filter((segment) => segment !== '');
  if (second === undefined || more.length > 0) return undefined;
  switch (first.toLowerCase()) {
    case 'connect':
      if (second === 'outcome') return undefined;
      return { name: 'connect', secret: second, cleanPath: `/connect${search}` };
    case 'invitations':
      return { name: 'invitation', secret: second, cleanPath: `/invitations${search}` };
    case 'unwatch':
      return { name: 'unwatch', secret: second, cleanPath: `/unwatch${search}` };
    case 'sign-in':
      return second.toLowerCase() === 'verify' ? secretInQuery(search) : undefined;
    default:
      return undefined;
  }
}

const keyOf = (name: SecretName): string => `patchbay.${name}`;

export function takeSecretFromAddress(): void {
  const taken = secretIn(location);
  if (taken === undefined) return;
  tabStorage.setItem(keyOf(taken.name), taken.secret);
  history.replaceState(history.state, '', taken.cleanPath + location.hash);
}

export const secretOf = (name: SecretName): string | undefined =>
  tabStorage.getItem(keyOf(name)) ?? undefined;

/** Called once the secret was used or no longer works. */
export const forget = (name: SecretName): void => tabStorage.removeItem(keyOf(name));
