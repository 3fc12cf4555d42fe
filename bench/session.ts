import type { TestSmtpServer } from '@patchbay/testing/smtp';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function call(address: string, path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`${address}${path}`, { ...init, signal: AbortSignal.timeout(40_000) });
  const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
  if (!response.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

const send = (
  address: string,
  path: string,
  method: 'POST' | 'PATCH',
  body: unknown,
  headers: Headers,
): Promise<Answer> =>
  call(address, path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

export const post = (address: string, path: string, body: unknown, headers: Headers = {}): Promise<Answer> =>
  send(address, path, 'POST', body, headers);

export const get = async (address: string, path: string, headers: Headers): Promise<Answer['body']> =>
  (await call(address, path, { headers })).body;

export type Headers = Readonly<Record<string, string>>;

export interface SignedIn {
  /** Authorization headers of one session each, of different people. */
  readonly headers: readonly Headers[];
  /** The answer of `GET /v1/me` with the first session. */
  readonly me: unknown;
}

/** Email of the person who signs up the organization and is its admin. */
export const founder = 'ada@acme.example';

/** The gateway merges concurrent lookups of one session, so a load with a single session would measure too little. */
export const peopleCount = 8;

/** Requests a sign-in link by a POST to `path` and signs in with the token of the mail. */
export async function signIn(
  address: string,
  smtp: TestSmtpServer,
  path: string,
  requestBody: { readonly email: string; readonly [field: string]: string },
): Promise<Headers> {
  const [mail] = await Promise.all([
    smtp.nextMailTo(requestBody.email, 20_000),
    post(address, path, requestBody),
  ]);
  const token = /[?&]token=([\w-]+)/.exec(mail.text)?.[1];
  const { body } = await post(address, '/v1/auth/magic-link/verify', { token });
  return { authorization: `Bearer ${String(body['token'])}` };
}

/** Signs up and in, then signs in colleagues, who need no sign-up because their address has the organization's domain. */
export async function signEveryoneIn(address: string, smtp: TestSmtpServer): Promise<SignedIn> {
  const ada = await signIn(address, smtp, '/v1/signup', {
    email: founder,
    name: 'Ada Lovelace',
    organizationName: 'Acme',
    organizationSlug: 'acme',
    provider: 'magic-link',
  });
  const headers = [ada];
  while (headers.length < peopleCount) {
    const email = `colleague-${headers.length}@acme.example`;
    headers.push(await signIn(address, smtp, '/v1/auth/magic-link', { email }));
  }
  return { headers, me: await get(address, '/v1/me', ada) };
}

/** Makes everybody an admin of the organization. */
export async function promoteEveryone(
  address: string,
  { headers: [admin = {}, ...others] }: SignedIn,
): Promise<void> {
  for (const other of others) {
    const { id } = await get(address, '/v1/me', other);
    const path = `/v1/organizations/acme/members/${String(id)}`;
    await send(address, path, 'PATCH', { role: 'admin' }, admin);
  }
}

/** Creates as many API keys of the organization as there are people; returns the request headers of each. */
export function createKeys(
  address: string,
  { headers: [admin = {}, ...others] }: SignedIn,
): Promise<Headers[]> {
  const create = async (_: unknown, index: number): Promise<Headers> => {
    const requested = { name: `Bench ${index}`, level: 'organization', role: 'admin' };
    const { body } = await post(address, '/v1/organizations/acme/api-keys', requested, admin);
    return { 'x-api-key': String(body['key']) };
  };
  return Promise.all([admin, ...others].map(create));
}
