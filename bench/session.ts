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

const post = (address: string, path: string, body: unknown): Promise<Answer> =>
  call(address, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

type Headers = Readonly<Record<string, string>>;

export interface SignedIn {
  /** Of a session each, of different people. */
  readonly headers: readonly Headers[];
  /** What `GET /v1/me` answers to the first. */
  readonly me: unknown;
}

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
    email: 'ada@acme.example',
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
  const me = await call(address, '/v1/me', { headers: ada });
  return { headers, me: me.body };
}
