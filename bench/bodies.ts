/** `make bench-bodies`: what reading and refusing a hostile body costs, beside `JSON.parse` of the same bytes. */
import { check } from '@patchbay/gateway/check';
import { parseJson } from '@patchbay/gateway/json';
import { operations } from '@patchbay/gateway/operations';
import { hostileBodies } from './hostile-bodies.ts';

/** The most that reading a body may cost, in multiples of `JSON.parse`. */
const aim = 5;
const runs = 60;

const signUp = operations.find(({ id }) => id === 'signUp')?.body;
if (signUp === undefined) throw new Error('signUp has no body');

const decoder = new TextDecoder();
const parse = (bytes: Buffer): unknown => JSON.parse(decoder.decode(bytes));
const read = (bytes: Buffer): unknown => check(signUp, parseJson(bytes), []);

/** Milliseconds of one call, whether it throws or not. */
function timeOf(work: (bytes: Buffer) => unknown, bytes: Buffer): number {
  const begin = performance.now();
  try {
    work(bytes);
  } catch {
    // A refused body costs what it costs until then.
  }
  return performance.now() - begin;
}

/** The least of many runs by turns: other processes only ever add time. */
function measure(bytes: Buffer): { parsed: number; own: number } {
  const parsed: number[] = [];
  const own: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    parsed.push(timeOf(parse, bytes));
    own.push(timeOf(read, bytes));
  }
  return { parsed: Math.min(...parsed), own: Math.min(...own) };
}

process.stdout.write(
  `Bodies of up to 256 KiB: milliseconds, least of ${runs} runs. Aim: at most ${aim} times JSON.parse.\n\n`,
);
const width = Math.max(...Object.keys(hostileBodies).map(({ length }) => length));
const row = (...[name = '', ...cells]: readonly string[]): void =>
  void process.stdout.write(`${name.padEnd(width)}${cells.map((cell) => cell.padStart(12)).join('')}\n`);

row('body made of', 'KiB', 'JSON.parse', 'gateway', 'ratio');
for (const [name, bytes] of Object.entries(hostileBodies)) {
  const { parsed, own } = measure(bytes);
  const ratio = own / parsed;
  row(
    name,
    (bytes.byteLength / 1024).toFixed(0),
    parsed.toFixed(2),
    own.toFixed(2),
    `${ratio.toFixed(1)}${ratio > aim ? ' MISSED' : ''}`,
  );
  if (ratio > aim) process.exitCode = 1;
}
