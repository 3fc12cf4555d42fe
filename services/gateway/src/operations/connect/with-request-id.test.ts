import { describe, expect, it } from 'vitest';
import { withRequestId } from './with-request-id.ts';

const portal = 'https://portal.example';
const page = `${portal}/connect/outcome?outcome=`;

describe('the address after a consent', () => {
  it.each([
    [`${page}failed`, `${page}failed#requestId=r-1`],
    [`${page}retry#reason=Try+later.`, `${page}retry#reason=Try+later.&requestId=r-1`],
    [`${page}used`, `${page}used#requestId=r-1`],
    [`${page}connected#account=Acme`, `${page}connected#account=Acme`],
    [`${page}declined`, `${page}declined`],
    ['https://agency.example/?outcome=failed#part', 'https://agency.example/?outcome=failed#part'],
    [
      `${portal}.evil.example/connect/outcome?outcome=failed`,
      `${portal}.evil.example/connect/outcome?outcome=failed`,
    ],
  ])('%s becomes %s', (location, expected) => {
    expect(withRequestId(location, portal, 'r-1')).toBe(expected);
  });
});
