import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** In-memory storage of one OpenID provider; the library's own logs a warning on every start. */
export function createOidcStore(): AdapterFactory {
  const rows = new Map<string, AdapterPayload>();
  const findWhere = (matches: (payload: AdapterPayload) => boolean) =>
    Promise.resolve([...rows.values()].find(matches));
  return (model): Adapter => ({
    upsert(id, payload) {
      rows.set(`${model}:${id}`, payload);
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(rows.get(`${model}:${id}`)),
    findByUid: (uid) => findWhere((payload) => payload.kind === model && payload.uid === uid),
    findByUserCode: (code) => findWhere((payload) => payload.kind === model && payload.userCode === code),
    consume(id) {
      const payload = rows.get(`${model}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
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
