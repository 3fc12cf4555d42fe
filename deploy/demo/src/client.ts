/** An answer of the API that is not a success. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A client of the HTTP API. It rejects with `Refused`, and resolves with the body of every other answer. */
export interface Client {
  get<Body = unknown>(path: string): Promise<Body>;
  post<Body = unknown>(path: string, body?: unknown): Promise<Body>;
  patch<Body = unknown>(path: string, body: unknown): Promise<Body>;
  delete(path: string): Promise<void>;
  /** The same client with a session token. */
  withSession(token: string): Client;
  /** The same client with an API key. */
  withKey(key: string): Client;
}

export function clientAt(address: string, headers: Readonly<Record<string, string>> = {}): Client {
  const send = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Refused(response.status, `${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
    withSession: (token) => clientAt(address, { ...headers, authorization: `Bearer ${token}` }),
    withKey: (key) => clientAt(address, { ...headers, 'x-api-key': key }),
  };
}
