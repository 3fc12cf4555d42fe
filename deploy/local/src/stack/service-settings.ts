import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const file = new URL('../../../service.env', import.meta.url);

/** Variables of the runtime that every process of a service gets, from `deploy/service.env`. */
export const readServiceSettings = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parseEnv(readFileSync(file, 'utf8'))).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
