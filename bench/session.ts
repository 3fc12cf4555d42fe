import type { TestSmtpServer } from '@patchbay/testing/smtp';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function call(address: string, path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`${address}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
  const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
  if (!response.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

const post = (address: string, path: string, body: unknown, headers: Headers = {}): Promise<Answer> =>
  call(address, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** What a path answers to somebody. */
export const get = async (address: string, path: string, headers: Headers): Promise<Answer['body']> =>
  (await call(address, path, { headers })).body;

type Headers = Readonly<Record<string, string>>;

export interface SignedIn {
  /** Of a session each, of different people. */
  readonly headers: readonly Headers[];
  /** What `GET /v1/me` answers to the first. */
  readonly me: unknown;
}

/** The address of who signs the organization up, and is its admin. */
export const founder = 'ada@acme.example';

/** Everybody's requests may share what they cost: the load of one session alone would flatter that. */
const people = 8;

/** Asks for a link by mail at `path`, as a person would, and signs in with it. */
async function signIn(
  address: string,
  smtp: TestSmtpServer,
  path: string,
  asking: { readonly email: string; readonly [field: string]: string },
): Promise<Headers> {
  const mail = smtp.nextMailTo(asking.email, 20_000);
  await post(address, path, asking);
  const token = /[?&]token=([\w-]+)/.exec((await mail).text)?.[1];
  const { body } = await post(address, '/v1/auth/magic-link/verify', { token });
  return { authorization: `Bearer ${String(body['token'])}` };
}

/** Signs up and in, and then signs colleagues in: of the domain of an organization, they need no sign-up. */
export async function signEveryoneIn(address: string, smtp: TestSmtpServer): Promise<SignedIn> {
  const ada = await signIn(address, smtp, '/v1/signup', {
    email: founder,
    name: 'Ada Lovelace',
    organizationName: 'Acme',
    organizationSlug: 'acme',
    provider: 'magic-link',
  });
  const headers = [ada];
  while (headers.length < people) {
    const email = `colleague-${headers.length}@acme.example`;
    headers.push(await signIn(address, smtp, '/v1/auth/magic-link', { email }));
  }
  return { headers, me: await get(address, '/v1/me', ada) };
}

/** As many keys of the organization as there are people, made by its admin; what each is sent as. */
export function createKeys(
  address: string,
  { headers: [admin = {}, ...others] }: SignedIn,
): Promise<Headers[]> {
  const create = async (_: unknown, index: number): Promise<Headers> => {
    const asked = { name: `Bench ${index}`, level: 'organization', role: 'admin' };
    const { body } = await post(address, '/v1/organizations/acme/api-keys', asked, admin);
    return { 'x-api-key': String(body['key']) };
  };
  return Promise.all([admin, ...others].map(create));
}
