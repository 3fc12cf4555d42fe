import type { Api } from '../../api.ts';

/** Where the browser is sent by an address. */
export async function locationOf(address: string): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return new URL(location);
}

/** A session of one of the demo's people, by the button of the start page. */
export async function signInByStartPage(startPage: string, api: Api, person: string): Promise<Api> {
  const link = await locationOf(`${startPage}/sign-in/${person}`);
  const body = { token: link.searchParams.get('token') };
  const answer = await api.post<{ token: string }>('/v1/auth/magic-link/verify', body);
  if (answer.status !== 200) throw new Error(`the link of ${person} answered ${answer.status}`);
  return api.withSession(answer.body.token);
}
