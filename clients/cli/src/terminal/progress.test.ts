import { setImmediate as turn } from 'node:timers/promises';
import stringWidth from 'fast-string-width';
import { expect, it } from 'vitest';
import { createTestIo } from './io.fixture.ts';
import { startProgress, withProgress } from './progress.ts';

// oxlint-disable-next-line no-control-regex
const escapes = /\u001B\[2K|\u001B\[\?25./;
const drawn = (text: string): string[] => text.split(escapes).filter((part) => part.trim() !== '');

it('in a pipe there is no progress line, and messages are plain lines', async () => {
  const io = createTestIo();
  const progress = startProgress(io, () => ({ text: 'Working' }));
  progress.say('The connection is back.');
  progress.stop();
  await turn();
  expect(io.written('stderr')).toBe('The connection is back.\n');
});

it.each([undefined, 0, 0.5, 1, 7])('with the share %s a line is narrower than 40 columns', async (share) => {
  const io = createTestIo(40, { NO_COLOR: '1' });
  startProgress(io, () => ({ text: '広告 '.repeat(30), share })).stop();
  await turn();
  const [line = ''] = drawn(io.written('stderr'));
  expect(stringWidth(line)).toBeLessThan(40);
  expect(line).toContain('…');
});

it('NO_COLOR leaves a bar without colours', async () => {
  const io = createTestIo(60, { NO_COLOR: '1' });
  startProgress(io, () => ({ text: '7 entries', share: 0.5 })).stop();
  await turn();
  expect(drawn(io.written('stderr'))[0]).toMatch(/^━+─+ {2}50 % 7 entries\r?$/);
});

it('a failure removes the progress line and shows the cursor', async () => {
  const io = createTestIo(80);
  const failing = withProgress(
    io,
    () => ({ text: 'Working' }),
    () => Promise.reject(new Error('It failed.')),
  );
  await expect(failing).rejects.toThrow('It failed.');
  await turn();
  expect(io.written('stderr').endsWith('\r\u001B[2K\u001B[?25h')).toBe(true);
});
