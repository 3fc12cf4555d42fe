import { afterEach, describe, expect, it } from 'vitest';
import { type Admin, createAdmin } from './admin.ts';

let admin: Admin | undefined;
afterEach(() => admin?.stop?.());

const get = async (
  path: string,
  reasons: Record<string, string> = {},
  troubles: Record<string, string> = {},
): Promise<[number, unknown]> => {
  admin = createAdmin({
    port: 0,
    host: '127.0.0.1',
    notReady: async () => reasons,
    troubles: () => troubles,
  });
  await admin.start?.();
  const response = await fetch(`http://127.0.0.1:${admin.port()}${path}`);
  return [response.status, await response.json()];
};

describe('the admin port', () => {
  it('is alive whatever is not ready', async () => {
    expect(await get('/livez', { database: 'refused' })).toEqual([200, { status: 'ok' }]);
  });

  it('is ready when nothing says otherwise', async () => {
    expect(await get('/readyz')).toEqual([200, { status: 'ok' }]);
  });

  it('says what is not ready, and why', async () => {
    const reasons = { database: 'refused' };
    expect(await get('/readyz', reasons)).toEqual([503, { status: 'not ready', reasons }]);
  });

  it('is ready although background work does not proceed, and says which', async () => {
    const background = { 'consumer audit': 'not consuming: refused' };
    expect(await get('/readyz', {}, background)).toEqual([200, { status: 'ok', background }]);
  });

  it('says which background work does not proceed also while it is not ready', async () => {
    const [reasons, background] = [{ database: 'refused' }, { 'relay identity': 'refused' }];
    expect(await get('/readyz', reasons, background)).toEqual([
      503,
      { status: 'not ready', reasons, background },
    ]);
  });

  it('knows nothing else', async () => {
    expect((await get('/'))[0]).toBe(404);
  });
});
