/**
 * Lints the OpenAPI document of the gateway (`openapi/lint.ts`) and compares it with services/gateway/openapi.json, which is committed:
 * a change of the API is seen in review, and generators of clients can take the file without a running gateway.
 *
 * `--record` overwrites services/gateway/openapi.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createReference } from '@patchbay/gateway/openapi';
import { differences } from './openapi/differences.ts';
import { lint } from './openapi/lint.ts';

const path = fileURLToPath(new URL('../../../services/gateway/openapi.json', import.meta.url));
const text = `${JSON.stringify(createReference(), null, 2)}\n`;

const fail = (title: string, lines: readonly string[]): void => {
  process.stderr.write(`${title}\n  ${lines.join('\n  ')}\n`);
  process.exitCode = 1;
};

const problems = await lint(text, path);
if (problems.length > 0) fail('the OpenAPI document has problems:', problems);

if (process.argv.includes('--record')) writeFileSync(path, text);
else {
  const recorded = readFileSync(path, 'utf8');
  if (recorded !== text) {
    const changes = differences(JSON.parse(recorded), JSON.parse(text));
    fail(
      'the OpenAPI document differs from services/gateway/openapi.json; `make openapi` writes it anew:',
      changes.length > 0 ? changes : ['only the order or the spacing differs'],
    );
  }
}
