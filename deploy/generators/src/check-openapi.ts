/**
 * Lints the OpenAPI document of the gateway and compares it with services/gateway/openapi.json, which is committed: reviewers see
 * a change of the API, and generators of clients take the file without a running gateway.
 *
 * `--record` overwrites services/gateway/openapi.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createReference } from '@patchbay/gateway/openapi';
import { changesBetween } from './openapi-changes.ts';
import { lint } from './openapi-lint.ts';

const path = fileURLToPath(new URL('../../../services/gateway/openapi.json', import.meta.url));
const text = `${JSON.stringify(createReference(), null, 2)}\n`;

const fail = (title: string, lines: readonly string[]): void => {
  process.stderr.write(`${title}\n  ${lines.join('\n  ')}\n`);
  process.exitCode = 1;
};

const problems = await lint(text, path);
if (problems.length > 0) fail('the OpenAPI document has problems:', problems);

const recorded = readFileSync(path, 'utf8');
if (recorded !== text) {
  const { breaking, compatible } = changesBetween(JSON.parse(recorded) as object, JSON.parse(text) as object);
  const changes = [
    ...breaking.map((line) => `breaking:   ${line}`),
    ...compatible.map((line) => `compatible: ${line}`),
  ];
  if (process.argv.includes('--record')) {
    writeFileSync(path, text);
    process.stdout.write(changes.map((line) => `${line}\n`).join(''));
  } else
    fail(
      `services/gateway/openapi.json is out of date: ${breaking.length} breaking and ${compatible.length} compatible changes. \`make openapi\` writes it.`,
      changes.length > 0 ? changes : ['only the order or the spacing differs'],
    );
}
