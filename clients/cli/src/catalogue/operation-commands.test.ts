import { expect, it } from 'vitest';
import { catalogue } from '../generated/catalogue.ts';
import { allCommands } from '../program.ts';
import { destroys, phraseOf } from './changes.ts';
import { kebab, nounOf, verbOf } from './names.ts';
import { operationCommands } from './operation-commands.ts';
import { valueOf } from './values.ts';

const operationOf = (id: string) => {
  const found = catalogue.find((one) => one.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const commandOf = (name: string) => {
  const found = operationCommands(catalogue).find(({ path }) => path.join(' ') === name);
  if (!found) throw new Error(`no command ${name}`);
  return found;
};

it('every operation has a command, but relays, redirects of browsers, the export and what needs an authenticator', () => {
  const names = new Set(allCommands().map(({ path }) => path.join(' ')));
  const expected = catalogue.filter(
    ({ id, answer }) =>
      answer !== 'relay' &&
      answer !== 'redirect' &&
      ![
        'exportAuditLogs',
        'startPasskeyRegistration',
        'createPasskey',
        'startPasskeySignIn',
        'verifyPasskeySignIn',
        'confirmSession',
      ].includes(id),
  );
  expect(expected.filter((one) => !names.has(`${nounOf(one)} ${verbOf(one)}`)).map(({ id }) => id)).toEqual(
    [],
  );
});

it('the names of commands are unique', () => {
  const names = allCommands().map(({ path }) => path.join(' '));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('operations with the same command differ only in the organization or the workspace', () => {
  const general = ({ method, path }: { method: string; path: string }) =>
    `${method} ${path.replace('/workspaces/{workspaceSlug}', '')}`;
  for (const one of catalogue.filter(({ answer }) => answer !== 'relay' && answer !== 'redirect')) {
    const same = catalogue.filter((other) => nounOf(other) === nounOf(one) && verbOf(other) === verbOf(one));
    expect({ id: one.id, paths: new Set(same.map(general)).size }).toEqual({ id: one.id, paths: 1 });
  }
});

it('no argument and no flag takes a secret', () => {
  const secrets = operationCommands(catalogue).flatMap(({ path, args = [], flags = [] }) =>
    [...args, ...flags]
      .filter(({ name }) => /token|secret|password|device-code/.test(name))
      .map(({ name }) => [...path, name].join(' ')),
  );
  expect(secrets).toEqual([]);
});

it('every command has an example with its own name', () => {
  for (const { path, examples = [] } of operationCommands(catalogue))
    expect(examples[0]).toMatch(new RegExp(`^patchbay ${path.join(' ')}( |$)`));
});

it.each([
  ['key create', 'patchbay key create --name Reporting --expires-in-days 90 --level workspace --role viewer'],
  ['key update', "patchbay key update Reporting --name 'New name'"],
  ['grant revoke', 'patchbay grant revoke Nordlicht Reporting'],
  ['member add', 'patchbay member add --user-id ada@acme.example --role member'],
  ['webhook test', "patchbay webhook test 'Alerts of the team'"],
  ['invitation get', 'patchbay invitation get  # Asks for the token, or reads it from stdin.'],
])('the example of %s names things as people do', (name, example) => {
  expect(commandOf(name).examples).toEqual([example]);
});

it('an argument takes names, and a list of the API completes it', () => {
  expect(commandOf('grant revoke').args).toEqual([
    {
      name: 'integration',
      description: 'Name or id of the integration.',
      isOptional: true,
      completes: { operationId: 'listIntegrations' },
    },
    {
      name: 'grant',
      description: 'Name or id of the grant.',
      isOptional: true,
      completes: { operationId: 'listGrants' },
    },
  ]);
  expect(commandOf('member remove').args?.[0]?.description).toBe('Email or id of the member.');
  expect(commandOf('session get-device-authorization').args?.[0]?.isOptional).toBeUndefined();
});

it('only irreversible commands ask for confirmation', () => {
  const ids = catalogue.filter(destroys).map(({ id }) => id);
  expect(ids).toEqual([
    'deleteMe',
    'deletePasskey',
    'revokeSession',
    'deleteOrganization',
    'removeOrganizationMember',
    'cancelOrganizationInvitation',
    'deleteWorkspace',
    'removeWorkspaceMember',
    'cancelWorkspaceInvitation',
    'revokeApiKey',
    'rotateApiKey',
    'deleteIntegration',
    'revokeConnectLink',
    'revokeGrant',
    'relayDelete',
    'deleteWebhook',
    'rotateWebhookSecret',
  ]);
});

it.each([
  ['removeOrganizationMember', 'Removed member Grace'],
  ['revokeConnectLink', 'Revoked connect link of integration Grace'],
  ['redeliver', 'Redelivered delivery Grace'],
  ['replayWebhook', 'Replayed webhook Grace'],
])('the sentence of %s names what was done', (id, sentence) => {
  expect(phraseOf(operationOf(id), 'Grace', true)).toBe(sentence);
});

it('the sentence of a change without a target is the verb alone', () => {
  expect(phraseOf(operationOf('signOut'), undefined, true)).toBe('Signed out');
});

it('a flag is written in kebab case', () => {
  expect([kebab('expiresInDays'), kebab('callbackURL')]).toEqual(['expires-in-days', 'callback-url']);
});

const parameter = { name: 'someField', description: '', required: false } as const;

it.each([
  ['integer', '7', 7],
  ['list', ['a,b', 'c'], ['a', 'b', 'c']],
  ['object', ['a=1', 'b=x=y'], { a: '1', b: 'x=y' }],
  ['boolean', 'true', true],
  ['string', 'null', 'null'],
] as const)('a value of type %s is what the API expects', (type, given, expected) => {
  expect(valueOf({ ...parameter, type }, given)).toEqual(expected);
});

it('`null` is refused for a parameter that is not nullable, also if its flag repeats', () => {
  expect(valueOf({ ...parameter, type: 'list', nullable: true }, ['null'])).toBeNull();
  expect(valueOf({ ...parameter, type: 'integer', nullable: true }, 'null')).toBeNull();
  expect(valueOf({ ...parameter, type: 'list' }, ['null'])).toEqual(['null']);
});

it('a flag that takes a name says so', () => {
  const valueOfFlag = (command: string, name: string) =>
    commandOf(command).flags?.find((flag) => flag.name === name)?.value;
  expect(valueOfFlag('grant create', 'api-key-id')).toBe('name|id');
  expect(valueOfFlag('member add', 'user-id')).toBe('email|id');
});

it('an invalid value is a usage failure', () => {
  expect(() => valueOf({ ...parameter, type: 'integer' }, 'x')).toThrow(
    '--some-field must be a whole number.',
  );
  expect(() => valueOf({ ...parameter, type: 'string', options: ['a', 'b'] }, 'c')).toThrow(
    '--some-field must be one of a, b.',
  );
  expect(() => valueOf({ ...parameter, type: 'object' }, 'c')).toThrow('--some-field takes name=value.');
});
