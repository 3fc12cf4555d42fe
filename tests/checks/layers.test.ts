import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@patchbay/platform/services';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An import in a file, and whether the lint rules of `.oxlintrc.json` allow it. */
type Case = [file: string, imported: string, allowed: boolean];

/** One file for each override of the rules: none may import a service. */
const importers = [
  'clients/cli/src/program.ts',
  'libs/events/src/outbox-publisher.ts',
  'services/organization/src/rpc/access/resolve-access.ts',
  'services/organization/src/domain/member.ts',
  'services/organization/src/store/members.ts',
  'services/gateway/src/edge/overload.ts',
  'services/gateway/src/request/body.ts',
  'services/gateway/src/answer/serve.ts',
  'services/gateway/src/operation/perform.ts',
  'services/gateway/src/operations/account/get-me.ts',
];

const cases: Case[] = [
  ['services/organization/src/domain/member.ts', '../store/members.ts', false],
  ['services/organization/src/domain/member.ts', '@patchbay/database/pool', false],
  ['services/organization/src/domain/member.ts', '@patchbay/rpc/caller', false],
  ['services/organization/src/domain/member.ts', 'express', false],
  ['services/organization/src/domain/member.ts', 'pg', false],
  ['services/organization/src/domain/member.ts', '@patchbay/organization/app', false],
  ['services/organization/src/domain/member.ts', '@patchbay/errors/failure', true],
  ['services/organization/src/domain/member.ts', './organization.ts', true],
  ['services/organization/src/store/members.ts', '../rpc/present.ts', false],
  ['services/organization/src/store/members.ts', '../consumer/people.ts', false],
  ['services/organization/src/store/members.ts', '@connectrpc/connect', false],
  ['services/organization/src/store/members.ts', '../domain/member.ts', true],
  ['services/organization/src/rpc/organizations/list-members.ts', '../../store/members.ts', true],
  ['services/organization/src/rpc/organizations/list-members.ts', '@patchbay/identity/app', false],
  ['services/gateway/src/edge/overload.ts', '../request/exchange.ts', false],
  ['services/gateway/src/request/body.ts', '../answer/answer.ts', false],
  ['services/gateway/src/request/body.ts', '../edge/overload.ts', true],
  ['services/gateway/src/answer/serve.ts', '../operation/operation.ts', false],
  ['services/gateway/src/answer/serve.ts', '../request/exchange.ts', true],
  ['services/gateway/src/operation/perform.ts', '../operations/index.ts', false],
  ['services/gateway/src/operation/perform.ts', '../answer/answer.ts', true],
  ['services/gateway/src/operations/account/get-me.ts', '../../operation/perform.ts', false],
  ['services/gateway/src/operations/account/get-me.ts', '../../operation/operation.ts', true],
  ['services/organization/src/migrations.ts', '@patchbay/events/outbox', true],
  ['services/organization/src/config.ts', '@patchbay/config/config', true],
  ...serviceNames.flatMap((name) =>
    importers.flatMap((file) =>
      ['app', 'config', 'migrations', 'sealed'].map(
        (entry): Case => [file, `@patchbay/${name}/${entry}`, false],
      ),
    ),
  ),
  ['services/identity/src/test-bed.fixture.ts', '@patchbay/organization/app', true],
];

let folder: string;
let refused: Map<string, string[]>;

/** Each case gets its own file, in a temporary folder with a copy of `.oxlintrc.json`. */
const pathOf = (index: number, file: string): string => join(dirname(file), `${index}-${basename(file)}`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-layers-'));
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [index, [file, imported]] of cases.entries()) {
    const path = join(folder, pathOf(index, file));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `export * from '${imported}';\n`);
  }
  const output = await new Promise<string>((resolve) => {
    const program = join(root, 'node_modules/.bin/oxlint');
    execFile(
      program,
      ['--format', 'json', 'services', 'libs', 'clients'],
      { cwd: folder },
      (_error, stdout) => resolve(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] };
  refused = Map.groupBy(
    diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename),
    (filename) => filename,
  );
});
afterAll(() => rm(folder, { recursive: true }));

it.each(cases.map((line, index) => [index, ...line] as const))(
  'case %i: %s imports %s',
  (index, file, _imported, allowed) => {
    expect(refused.has(pathOf(index, file))).toBe(!allowed);
  },
);
