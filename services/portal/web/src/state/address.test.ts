import { expect, it } from 'vitest';
import { isPageAddress } from './address.ts';

it.each([
  ['https://accounts.google.com/o/oauth2?state=1', true],
  ['http://localhost:3005/', true],
  ['HTTPS://portal.acme.example', true],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['data:text/html,<h1>Patchbay</h1>', false],
  ['blob:https://portal.acme.example/1', false],
  ['ms-msdt:/id', false],
  ['//evil.example', false],
  ['/connect', false],
  ['', false],
])('%j may be opened as a page: %s', (address, expected) => expect(isPageAddress(address)).toBe(expected));
