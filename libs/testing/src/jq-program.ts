import { readFileSync } from 'node:fs';
import { raw } from 'jq-wasm';

/** `jq [flags] program`, from standard input to standard output: the jq of a package, for machines that have none. */
const flags = process.argv.slice(2, -1);
const program = process.argv.at(-1) ?? '';
const { stdout, stderr, exitCode } = await raw(readFileSync(0, 'utf8'), program, flags);
process.stdout.write(stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`);
process.stderr.write(stderr);
process.exitCode = exitCode;
