import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import { type CommonFlags, Context } from '../context.ts';
import type { Io } from '../terminal/io.ts';
import { type Printed, print } from './print.ts';

/** What arrives on stdout and stderr; in a terminal if there is a width. */
async function printed(what: Printed, flags: CommonFlags = {}, columns?: number) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    isTTY: columns !== undefined,
    columns,
    write: (text: string) => (written[name] += text),
  });
  const streams = { stdout: stream('stdout'), stderr: stream('stderr') };
  const io = { ...streams, env: { NO_COLOR: '1' }, clock: createManualClock() } as unknown as Io;
  await print(new Context(io, flags), what);
  return written;
}

const evil = 'a\u001B]0;title\u0007\tb\n\u009B31mc';
const list = {
  value: { things: [{ name: evil, createdAt: null }] },
  items: 'things',
  fields: ['name', 'createdAt'],
};

it('no control character of a name reaches a terminal, and in a pipe none that would break a line', async () => {
  expect(await printed(list, {}, 40)).toEqual({ stdout: 'Name\na]0;title b 31mc\n', stderr: '' });
  expect(await printed(list)).toEqual({ stdout: 'a]0;title b 31mc\t\n', stderr: '' });
  const { stdout } = await printed({ value: { name: evil }, fields: ['name'] }, {}, 40);
  expect(stdout).toBe('Name\n  a]0;title b 31mc\n');
});

it('--json, --jq and --csv keep the value in a pipe, and a terminal gets nothing to act on', async () => {
  expect(JSON.parse((await printed(list, { json: true }, 40)).stdout)).toEqual(list.value.things);
  expect((await printed(list, { json: true }, 40)).stdout).not.toMatch(/[\u0080-\u009F]/);
  expect((await printed(list, { jq: '.[].name' })).stdout).toBe(`${evil}\n`);
  expect((await printed(list, { jq: '.[].name' }, 40)).stdout).toBe('a]0;title\tb\n31mc\n');
  expect((await printed(list, { csv: true })).stdout).toBe(`name,createdAt\r\n"${evil}",\r\n`);
  expect((await printed(list, { csv: true }, 40)).stdout).toBe('name,createdAt\n"a]0;title\tb\n31mc",\n');
});

it('--jq gets only the fields of --json', async () => {
  expect((await printed(list, { json: 'createdAt', jq: '.[] | keys' })).stdout).toBe('["createdAt"]\n');
});

it('a secret stands in a line of its own, with a warning, and alone in a pipe', async () => {
  const answer = { value: { name: 'Reporting', key: 'pby_1' }, fields: ['name', 'key'], secret: 'key' };
  const warning = 'This key is shown once. Keep it where secrets are kept.\n';
  expect(await printed(answer)).toEqual({ stdout: 'pby_1\n', stderr: warning });
  expect(await printed(answer, {}, 80)).toEqual({ stdout: 'Name  Reporting\npby_1\n', stderr: warning });
  await expect(printed(answer, { csv: true })).rejects.toThrow(
    'A secret is not printed beside other columns.',
  );
});

it('a connect link is printed once', async () => {
  const url = 'https://patchbay.example/connect/x';
  const value = { name: 'Nordlicht', connectLink: { connectUrl: url, expired: false }, connectUrl: url };
  const { stdout } = await printed({ value, fields: Object.keys(value), secret: 'connectUrl' }, {}, 80);
  expect(stdout).toBe(`Name                  Nordlicht\nConnect link expired  no\n${url}\n`);
});

it('flags that exclude each other are a usage failure', async () => {
  await expect(printed(list, { csv: true, json: true })).rejects.toThrow(
    '--csv does not go together with --json or --jq.',
  );
});
