import { readFileSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { usageFailure } from '../failure.ts';
import { isObject } from '../output/cell.ts';
import type { Io } from '../terminal/io.ts';

type Values = Readonly<Record<string, unknown>>;

async function read(io: Io, path: string): Promise<string> {
  if (path === '-') return await text(addAbortSignal(io.signal, io.stdin));
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw usageFailure(`The file of --input cannot be read: ${(error as Error).message}`);
  }
}

/** The JSON object in a file, or of stdin. */
export async function readBody(io: Io, path: string): Promise<Values> {
  const json = await read(io, path);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The error of the parser would quote the text, which may have secrets.
    throw usageFailure('--input is not JSON.');
  }
  if (!isObject(value)) throw usageFailure('--input must be a JSON object.');
  return value;
}
