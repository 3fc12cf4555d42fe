import { expect, it } from 'vitest';
import { hostOf } from './address-host.ts';

it.each([
  ['https://agency.example/back?x=1', 'agency.example'],
  ['http://localhost:9/done', 'localhost:9'],
  ['javascript:alert(1)', undefined],
  ['not an address', undefined],
  [null, undefined],
  [undefined, undefined],
])('the host of %s is %s', (address, host) => expect(hostOf(address)).toBe(host));
