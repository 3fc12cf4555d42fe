import { expect, it } from 'vitest';
import { splitTarget } from './request.ts';

it.each([
  ['/v1/me', '/v1/me', ''],
  ['/v1/me?', '/v1/me', ''],
  ['/a%2Fb?c=d?e', '/a%2Fb', 'c=d?e'],
  ['http://api.test/v1/me?x', '/v1/me', 'x'],
  ['HTTPS://api.test?x', '', 'x'],
  ['/http://api.test/', '/http://api.test/', ''],
  ['*', '*', ''],
])('splits %s into its path and its query', (target, path, search) => {
  expect(splitTarget(target)).toEqual({ path, search });
});
