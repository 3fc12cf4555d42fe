import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createTestIo, type TestIo } from './io.fixture.ts';
import { onEnter } from './on-enter.ts';

/** A terminal with a person who presses Enter as soon as something is shown. A terminal that is not in raw mode turns Enter into a line feed. */
function createImpatientIo(): TestIo {
  const io = createTestIo(80);
  let isRaw = false;
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode(raw: boolean) {
      isRaw = raw;
      return stdin;
    },
  });
  io.stderr.prependListener('data', () => stdin.write(isRaw ? '\r' : '\n'));
  return { ...io, stdin: stdin as unknown as NodeJS.ReadStream };
}

it('Enter that is pressed as soon as the line is shown counts', async () => {
  const io = createImpatientIo();
  const pressed = Promise.withResolvers<void>();
  const stop = onEnter(io, 'Press Enter.\n', pressed.resolve);
  await pressed.promise;
  stop();
  expect(io.written('stderr')).toBe('Press Enter.\n');
  expect(io.stdin.listenerCount('data')).toBe(0);
});

it('in a pipe nothing is shown', () => {
  const io = createTestIo();
  onEnter(io, 'Press Enter.\n', () => undefined)();
  expect(io.written('stderr')).toBe('');
});
