/**
 * Links in mails and messages carry a secret in their address. Before anything is drawn it is moved into the storage of this tab, where
 * a reload finds it, and the address bar and the history get an address without it: nobody reads it there later, and no page that is
 * opened next gets it as a referrer.
 */
export type SecretName = 'connect' | 'invitation' | 'sign-in';

interface Taken {
  readonly name: SecretName;
  readonly secret: string;
  readonly cleanPath: string;
}

/** What an address carries; undefined: nothing secret. */
export function secretIn({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: string;
}): Taken | undefined {
  const [, first, second, ...more] = pathname.split('/');
  if (second !== undefined && second !== '' && more.join('') === '') {
    if (first === 'connect' && second !== 'outcome')
      return { name: 'connect', secret: second, cleanPath: `/connect${search}` };
    if (first === 'invitations')
      return { name: 'invitation', secret: second, cleanPath: `/invitations${search}` };
    if (first === 'sign-in' && second === 'verify') {
      const query = new URLSearchParams(search);
      const secret = query.get('token');
      if (secret === null || secret === '') return undefined;
      query.delete('token');
      return { name: 'sign-in', secret, cleanPath: `/sign-in/verify${query.size > 0 ? `?${query}` : ''}` };
    }
  }
  return undefined;
}

const keyOf = (name: SecretName): string => `patchbay.${name}`;

export function takeSecretFromAddress(): void {
  const taken = secretIn(location);
  if (taken === undefined) return;
  sessionStorage.setItem(keyOf(taken.name), taken.secret);
  history.replaceState(history.state, '', taken.cleanPath + location.hash);
}

export const secretOf = (name: SecretName): string | undefined =>
  sessionStorage.getItem(keyOf(name)) ?? undefined;

/** Once it has been used, or is of no use any more. */
export const forget = (name: SecretName): void => sessionStorage.removeItem(keyOf(name));
