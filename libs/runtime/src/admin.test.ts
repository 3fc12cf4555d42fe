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
  it('/livez is 200 also while components are not ready', async () => {
    expect(await get('/livez', { database: 'refused' })).toEqual([200, { status: 'ok' }]);
  });

  it('/readyz is 200 while every component is ready', async () => {
    expect(await get('/readyz')).toEqual([200, { status: 'ok' }]);
  });

  it('/readyz is 503 with the components that are not ready and their reasons', async () => {
    const reasons = { database: 'refused' };
    expect(await get('/readyz', reasons)).toEqual([503, { status: 'not ready', reasons }]);
  });

  it('/readyz is 200 while background work does not proceed, and names the work', async () => {
    const background = { 'consumer audit': 'not consuming: refused' };
    expect(await get('/readyz', {}, background)).toEqual([200, { status: 'ok', background }]);
  });

  it('/readyz names background work that does not proceed also while it is 503', async () => {
    const [reasons, background] = [{ database: 'refused' }, { 'relay identity': 'refused' }];
    expect(await get('/readyz', reasons, background)).toEqual([
      503,
      { status: 'not ready', reasons, background },
    ]);
  });

  it('other paths of the admin port are 404', async () => {
    expect((await get('/'))[0]).toBe(404);
  });
});
