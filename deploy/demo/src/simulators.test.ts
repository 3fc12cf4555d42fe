import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import type { Fault } from '@patchbay/testing/ad-providers/simulator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGrantFile, customerWithoutQuota, useUpQuota } from './simulators.ts';

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-grants-');
});
afterAll(() => folder.remove());

it('the grant file keeps the grants of each provider for the next process', () => {
  const path = join(folder.path, 'grants.json');
  const file = createGrantFile(path);
  expect(file.read('one')).toBeUndefined();
  const one = { live: ['a'], refresh: ['r'], revoked: false };
  const two = { live: [], refresh: [], revoked: true };
  file.write('one', one);
  file.write('two', two);
  const next = createGrantFile(path);
  expect([next.read('one'), next.read('two')]).toEqual([one, two]);
});

it('a damaged grant file is replaced by an empty one', async () => {
  const path = join(folder.path, 'damaged.json');
  await writeFile(path, '{');
  expect(createGrantFile(path).read('one')).toBeUndefined();
});

it('tokens that a verification sends while they are withdrawn are refused from then on, and no others', async () => {
  let fault: Fault | undefined;
  const fail = (given?: Fault) => {
    fault = given;
  };
  const withdraw = useUpQuota({ of: () => ({ fail }) } as unknown as AdProviders);
  const answer = (url: string, token: string, body = ''): number | undefined =>
    fault?.answer({
      method: 'POST',
      url,
      query: new URLSearchParams(),
      headers: { authorization: token },
      body,
    })?.status;
  const renew = (token: string): number | undefined =>
    fault?.answer({
      method: 'POST',
      url: 'https://oauth2.googleapis.com/token',
      query: new URLSearchParams(),
      headers: {},
      body: `refresh_token=${token}`,
    })?.status;
  const api = 'https://googleads.googleapis.com/v25/customers/1';
  expect([answer(api, 'a'), renew('r')]).toEqual([undefined, undefined]);
  await withdraw(() => {
    expect([answer(api, 'a'), renew('r')]).toEqual([401, 400]);
    return Promise.resolve();
  });
  expect([answer(api, 'a'), renew('r')]).toEqual([401, 400]);
  expect([answer(api, 'b'), renew('s')]).toEqual([undefined, undefined]);
  expect(answer(`https://googleads.googleapis.com/v25/customers/${customerWithoutQuota}/x`, 'b')).toBe(429);
});
