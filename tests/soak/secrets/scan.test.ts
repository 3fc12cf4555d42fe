import { describe, expect, it } from 'vitest';
import { createScan } from './scan.ts';

const token = { what: 'a token', value: 'access-token-0123456789' };
const password = { what: 'a password', value: 'access-password-9876' };
const scan = createScan([token, password]);

describe('a scan', () => {
  it('tells each secret and place once, with what stands around it', () => {
    const log = { where: 'a log', text: `one ${token.value} two ${token.value}` };
    const row = { where: 'a row', text: Buffer.from(`u:${password.value}`).toString('base64') };
    expect(scan([log, row])).toEqual([
      `a token in a log: …one ${token.value} two ${token.value}…`,
      expect.stringMatching(/^a password in a row: /),
    ]);
  });

  it('tells secrets apart that begin alike', () => {
    expect(scan([{ where: 'a log', text: 'access-p access-token-01234567 access-password-987' }])).toEqual(
      [],
    );
  });

  it('finds a secret at the very end', () => {
    expect(scan([{ where: 'a log', text: `=${token.value}` }])).toHaveLength(1);
  });
});
