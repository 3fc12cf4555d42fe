import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** The OpenID provider's memory, one a provider; the library's own one warns on every start that it is not for production. */
export function createOidcStore(): AdapterFactory {
  const rows = new Map<string, AdapterPayload>();
  const by = (matches: (payload: AdapterPayload) => boolean) =>
    Promise.resolve([...rows.values()].find(matches));
  return (model): Adapter => ({
    upsert(id, payload) {
      rows.set(`${model}:${id}`, payload);
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(rows.get(`${model}:${id}`)),
    findByUid: (uid) => by((payload) => payload.kind === model && payload.uid === uid),
    findByUserCode: (code) => by((payload) => payload.kind === model && payload.userCode === code),
    consume(id) {
      const found = rows.get(`${model}:${id}`);
      if (found !== undefined) found.consumed = Math.floor(Date.now() / 1000);
      return Promise.resolve();
    },
    destroy(id) {
      rows.delete(`${model}:${id}`);
      return Promise.resolve();
    },
    revokeByGrantId(grantId) {
      for (const [key, payload] of rows) if (payload.grantId === grantId) rows.delete(key);
      return Promise.resolve();
    },
  });
}
