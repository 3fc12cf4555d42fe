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

export interface SignedIn {
  readonly headers: Readonly<Record<string, string>>;
  /** What `GET /v1/me` answers. */
  readonly me: unknown;
}

/** Signs up and in as a person would. */
export async function signIn(address: string, smtp: TestSmtpServer): Promise<SignedIn> {
  const email = 'ada@acme.example';
  const mail = smtp.nextMailTo(email, 20_000);
  await post(address, '/v1/signup', {
    email,
    name: 'Ada Lovelace',
    organizationName: 'Acme',
    organizationSlug: 'acme',
    provider: 'magic-link',
  });
  const token = /[?&]token=([\w-]+)/.exec((await mail).text)?.[1];
  const { body } = await post(address, '/v1/auth/magic-link/verify', { token });
  const headers = { authorization: `Bearer ${String(body['token'])}` };
  const me = await call(address, '/v1/me', { headers });
  return { headers, me: me.body };
}
