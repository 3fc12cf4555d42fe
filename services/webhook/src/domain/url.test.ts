import { expect, it } from 'vitest';
import { hostOf, originOf } from './url.ts';

it('the trail names origin and host without path and query', () => {
  expect(originOf('https://hooks.example:8443/secret?token=1')).toBe('https://hooks.example:8443');
  expect(hostOf('https://hooks.example:8443/secret?token=1')).toBe('hooks.example:8443');
});
