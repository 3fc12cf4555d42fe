import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { asCurl } from './http-request.ts';

/** The words of a command as a shell reads them. */
const words = (command: string): string[] =>
  execFileSync('bash', ['-c', `printf '%s\\0' ${command}`])
    .toString('latin1')
    .split('\0')
    .slice(0, -1);

describe('a request as a command', () => {
  it('is read by a shell as it was sent', () => {
    const body = Buffer.from([0x7b, 0x27, 0x5c, 0xff, 0x0a, 0x7d]);
    const command = asCurl('http://localhost:1', {
      method: 'POST',
      target: "/v1/me?name='$HOME'",
      headers: { 'x-a': ["it's", '`b`'] },
      body,
    });
    const [url, lines, data] = [
      words(command).slice(0, 6),
      words(command).slice(6, 10),
      words(command).slice(10),
    ];
    expect(url.join(' ')).toBe("curl -i --path-as-is -X POST http://localhost:1/v1/me?name='$HOME'");
    expect(lines).toEqual(['-H', "x-a: it's", '-H', 'x-a: `b`']);
    expect(data).toEqual(['--data-binary', body.toString('latin1')]);
  });
});
