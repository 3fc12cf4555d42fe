import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailTo, signIn } from '../people.ts';
import { inPipe, inTerminal, type Ran, Terminal } from './terminal.ts';
import { createCliWorld, type Environment, type World } from './world.ts';

let world: World;
/** Environments in which Ada, an admin, and Grace, a viewer, are signed in. */
let ada: Environment;
let grace: Environment;
const org = 'acme-operations';
const graceAddress = `grace@${org}.example`;

beforeAll(async () => {
  world = await createCliWorld('operations');
  ada = world.signedIn();
});
afterAll(() => world?.stop());

const pipe = (words: string, env = ada, input = ''): Promise<Ran> =>
  inPipe(
    // A word with spaces has quotes around it.
    Array.from(words.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? ''),
    { env, input },
  );

/** What a command prints; fails where the command does. */
async function stdoutOf(words: string, env = ada): Promise<string> {
  const { code, stdout, stderr } = await pipe(words, env);
  expect({ words, code, stderr: code === 0 ? '' : stderr }).toEqual({ words, code: 0, stderr: '' });
  return stdout;
}

const jsonOf = async (words: string, env = ada): Promise<unknown> =>
  JSON.parse(await stdoutOf(`${words} --json`, env)) as unknown;

describe('in a pipe', () => {
  it('a list is one line for each thing, with tabs and without a header', async () => {
    expect(await stdoutOf('org list')).toMatch(
      /^acme-operations\tAcme\tadmin\tacme-operations\.example\t\d{4}-\d\d-\d\dT[\d:.]+Z\n$/,
    );
  });

  it('an object is one line for each field', async () => {
    expect((await stdoutOf('account get')).split('\n')).toEqual(
      expect.arrayContaining([`email\t${world.email}`, 'name\tAda', 'emailVerified\ttrue']),
    );
  });

  it('--json prints the list itself or the object, with the named fields only', async () => {
    expect(JSON.parse(await stdoutOf('org list --json=slug,name'))).toEqual([{ slug: org, name: 'Acme' }]);
    expect(JSON.parse(await stdoutOf('org get --json slug'))).toEqual({ slug: org });
  });

  it('--jq gets the same value and prints strings as they are', async () => {
    expect(await stdoutOf(`org list --jq '.[] | "\\(.slug) \\(.role)"'`)).toBe(`${org} admin\n`);
    expect(await stdoutOf(`org get --jq '.can[] | select(startswith("update"))'`)).toBe(
      'updateOrganization\nupdateOrganizationMember\nupdateApiKey\nupdateWebhook\n',
    );
    expect(await pipe('org list --jq .[')).toMatchObject({ code: 2, stdout: '' });
  });

  it('a field that does not exist is a usage failure that lists those that do', async () => {
    const { code, stderr } = await pipe('org list --json=slug,colour');
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/"colour"[\s\S]*domainRole/),
    });
  });

  it('an empty list prints nothing and says so on stderr', async () => {
    expect(await pipe('key list')).toEqual({ code: 0, stdout: '', stderr: 'No API keys.\n' });
    expect(await jsonOf('key list')).toEqual([]);
  });

  it('a document is printed as it is', async () => {
    expect(JSON.parse(await stdoutOf('platform get-open-api'))).toMatchObject({ paths: expect.anything() });
    expect(await stdoutOf('platform get-health')).toContain('services.audit\tok\n');
    expect(await stdoutOf('platform get-version')).toContain('apiVersion\t');
  });
});

describe('a day with the commands', () => {
  it('workspaces are created, read and renamed', async () => {
    expect(await jsonOf(`workspace create --name 'Summer sale' --slug summer`)).toMatchObject({
      slug: 'summer',
    });
    expect(await jsonOf(`workspace update summer --name Summer`)).toMatchObject({ name: 'Summer' });
    expect(await jsonOf('workspace get --workspace summer')).toMatchObject({ name: 'Summer' });
    expect(await jsonOf('workspace get')).toMatchObject({ slug: 'spring' });
    expect(await jsonOf(`org update --name 'Acme Media'`)).toMatchObject({ name: 'Acme Media' });
    expect(await jsonOf(`account update --name 'Ada Lovelace'`)).toMatchObject({ name: 'Ada Lovelace' });
  });

  it('a body comes from stdin too, and flags replace its fields', async () => {
    const body = JSON.stringify({ name: 'Of a file', slug: 'of-a-file' });
    const { code, stdout } = await pipe(
      'workspace create --input - --name Autumn --json=name,slug',
      ada,
      body,
    );
    expect({ code, created: JSON.parse(stdout) }).toEqual({
      code: 0,
      created: { name: 'Autumn', slug: 'of-a-file' },
    });
  });

  it('what is missing or wrong is named, all of it at once, and nothing is sent', async () => {
    const failures = await Promise.all([
      pipe('workspace create'),
      pipe('org update'),
      pipe('key create --name x --level team'),
      pipe('key create --name x --level organization --role viewer --csv'),
      pipe('workspace create --input -', ada, 'no JSON'),
      pipe('audit list --limit 0'),
    ]);
    expect(failures.map(({ code, stderr }) => [code, stderr])).toEqual([
      [2, 'error: Missing: --name, --slug.\nRun `patchbay workspace create --help` for help.\n'],
      [2, 'error: There is nothing to change.\nGive --name, --domain-role, --requires-passkey or --input.\n'],
      [2, 'error: --level must be one of user, organization, workspace.\n'],
      [2, expect.stringContaining('Use --json or --jq .key in place of --csv.')],
      [2, 'error: --input is not JSON.\n'],
      [2, 'error: --limit must be a whole number above 0.\n'],
    ]);
  });

  it('an invitation is found by its address, and its token is read from stdin', async () => {
    await stdoutOf(`invitation create --email ${graceAddress} --role viewer`);
    expect(await jsonOf(`invitation resend ${graceAddress.toUpperCase()}`)).toMatchObject({
      status: 'pending',
    });
    const { text } = await mailTo(world.platform.smtp, graceAddress, 2);
    const token = /\/invitations?\/([\w-]+)/.exec(text)?.[1] ?? '';
    const { code, stdout } = await pipe('invitation get', world.signedOut(), `${token}\n`);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`organization.slug\t${org}`),
    });
    expect(await pipe(`invitation get ${token}`)).toMatchObject({ code: 2, stdout: '' });
    expect(await pipe('invitation get', world.signedOut())).toMatchObject({
      code: 2,
      stderr: 'error: Missing: token.\n',
    });

    const { token: session } = await signIn(world.api, world.platform.smtp, graceAddress);
    grace = world.signedIn(session);
    expect(await stdoutOf('invitation list-my', grace)).toMatch(/^grace@\S+\tviewer\tpending/);
    expect(await jsonOf(`invitation accept ${graceAddress}`, grace)).toMatchObject({ status: 'accepted' });

    await stdoutOf(
      'invitation create --email mary@studio-operations.example --role viewer --workspace spring',
    );
    expect(await jsonOf('invitation list --workspace spring')).toMatchObject([
      { workspace: { slug: 'spring' } },
    ]);
    expect(
      await jsonOf('invitation cancel mary@studio-operations.example --workspace spring --yes'),
    ).toMatchObject({
      status: 'canceled',
    });
  });

  it('members are found by their addresses, in the organization and in a workspace', async () => {
    expect(await stdoutOf('member list')).toContain(`${graceAddress}\t`);
    expect(await jsonOf(`member update ${graceAddress} --role member`)).toMatchObject({ role: 'member' });
    expect(await jsonOf(`member add --user-id ${graceAddress} --role admin`)).toMatchObject({
      role: 'admin',
    });
    expect(await jsonOf(`member update ${graceAddress} --role member --workspace spring`)).toMatchObject({
      role: 'member',
      inherited: false,
    });
    expect(await pipe(`member remove ${graceAddress} --workspace spring --yes`)).toEqual({
      code: 0,
      stdout: '',
      stderr: `Removed member ${graceAddress}.\n`,
    });
    expect(await jsonOf(`member update ${graceAddress} --role viewer`)).toMatchObject({ role: 'viewer' });
  });

  it('a key is printed alone, so that a script can keep it, and works', async () => {
    const created = await pipe('key create --name Reporting --level organization --role viewer');
    expect(created).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^pby_\w+\n$/),
      stderr: 'This key is shown once. Keep it where secrets are kept.\n',
    });
    const env = { ...ada, PATCHBAY_API_KEY: created.stdout.trim() };
    expect(await stdoutOf('workspace list', env)).toContain('spring\t');
    const key = (await jsonOf('key create --name Other --level workspace --role member')) as { key: string };
    expect(key).toMatchObject({ key: expect.stringMatching(/^pby_/), workspaceSlug: 'spring' });
    expect(await jsonOf(`key get ${key.key.slice(0, 15)}`)).toMatchObject({ name: 'Other' });
    expect(await jsonOf('key disable other')).toMatchObject({ status: 'disabled' });
    expect(await jsonOf('key enable other')).toMatchObject({ status: 'active' });
    expect(await jsonOf(`key update other --name 'Another one'`)).toMatchObject({ name: 'Another one' });
  });

  it('a name of several things is a usage failure that lists them, and of one that lives means that one', async () => {
    await stdoutOf('key create --name Reporting --level organization --role viewer');
    const { code, stderr } = await pipe('key get Reporting');
    const ids = stderr.match(/[\da-f]{8}-[\da-f-]{27}/g) ?? [];
    expect({ code, ids }).toEqual({ code: 2, ids: [expect.any(String), expect.any(String)] });
    await stdoutOf(`key revoke ${ids[1]} --yes`);
    expect(await jsonOf('key get Reporting')).toMatchObject({ id: ids[0] });
  });

  it('what cannot be undone needs --yes without a terminal, and --dry-run sends nothing', async () => {
    expect(await pipe('key revoke Reporting')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    const { code, stdout } = await pipe('key revoke Reporting --dry-run --json');
    expect({ code, dry: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      dry: {
        method: 'POST',
        url: expect.stringMatching(/\/v1\/organizations\/acme-operations\/api-keys\/[\da-f-]+\/revoke$/),
        key: { name: 'Reporting', status: 'active' },
      },
    });
    expect(await jsonOf('key get Reporting')).toMatchObject({ status: 'active' });
    expect(await stdoutOf('key rotate Reporting --grace-hours 0 --yes')).toMatch(/^pby_\w+\n$/);
  });

  it('integrations, grants and uses are found by names', async () => {
    expect(await stdoutOf('integration create --provider criteo --name Nordlicht')).toMatch(
      /^http.*\/connect\/[\w-]+\n$/,
    );
    expect(await stdoutOf('integration issue-connect-link nordlicht')).toMatch(/\/connect\/[\w-]+\n$/);
    const { id } = (await jsonOf('integration get nordlicht')) as { id: string };
    const path = `/v1/organizations/${org}/workspaces/spring/integrations/${id}/credentials`;
    await world.ada.post(path, { clientId: 'criteo-client', clientSecret: 'criteo-customer-secret' });
    expect(await stdoutOf('integration list --status active')).toMatch(/^Nordlicht\tactive\tcriteo\t/);
    expect(await stdoutOf('integration list-all --q NORD')).toMatch(/^Nordlicht\tactive\tcriteo\tSpring\t/);
    expect(await jsonOf('integration verify nordlicht')).toMatchObject({ status: 'active' });
    expect(await stdoutOf('integration list-accounts nordlicht --limit 1')).toMatch(/^\d+\t/);
    expect(await jsonOf('integration update nordlicht --settings advertiserId=78422')).toMatchObject({
      settings: { advertiserId: '78422' },
    });
    expect(await jsonOf(`grant create nordlicht --api-key-id 'Another one' --access read`)).toMatchObject({
      apiKey: { name: 'Another one' },
    });
    expect(await stdoutOf('grant list nordlicht')).toMatch(/^Another one\tread\tactive\t/);
    expect(await pipe(`grant revoke nordlicht 'another one' --yes`)).toMatchObject({
      code: 0,
      stderr: 'Revoked grant another one.\n',
    });
    expect(await pipe('integration list-uses nordlicht')).toMatchObject({ stderr: 'No uses.\n' });
    expect(await jsonOf('integration disable nordlicht')).toMatchObject({ status: 'disabled' });
    expect(await jsonOf('integration enable nordlicht')).toMatchObject({ status: expect.any(String) });
    expect(await stdoutOf('provider get criteo --jq .name')).toBe('Criteo Marketing Solutions\n');
  });

  it('a list in pages is read up to its limit, and says when there is more', async () => {
    const limited = await pipe('audit list --limit 2');
    expect(limited.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(limited.stderr).toBe('There are more audit logs. Give --limit or --all to see them.\n');
    const all = (await jsonOf('audit list --all')) as { sequence: number }[];
    expect(all.length).toBeGreaterThan(20);
    expect(await jsonOf('audit list --workspace summer --action workspace.updated')).toHaveLength(1);
    expect(await jsonOf('audit verify')).toMatchObject({ intact: true });
    const hers = await stdoutOf(`audit list --actor-id ${graceAddress} --jq 'map(.actor.email) | unique[]'`);
    expect(hers).toBe(`${graceAddress}\n`);
  });
});

describe('in a terminal', () => {
  it('no line is wider than the terminal', async () => {
    const columns = 40;
    const commands = [
      'org list',
      'key list',
      'provider get criteo',
      'integration get nordlicht',
      'session get',
    ];
    for (const command of commands) {
      const { code, text } = await inTerminal(command.split(' '), { env: ada, columns });
      // An address stays whole, so that it can be copied; the sentence about more is no table.
      const wide = text
        .split('\n')
        .filter((line) => line.length > columns && !/:\/\/|^There are more/.test(line));
      expect({ command, code, wide, isEmpty: text === '' }).toEqual({
        command,
        code: 0,
        wide: [],
        isEmpty: false,
      });
    }
  });

  it('a person is asked for what is missing', async () => {
    const terminal = new Terminal(['key', 'create', '--name', 'Asked'], { env: ada });
    await terminal.type('2\r', 'Level? (1 to 3)');
    await terminal.type('3\r', 'Role? (1 to 3)');
    expect(await terminal.ends()).toBe(0);
    expect(terminal.text).toMatch(/Role +viewer[\s\S]*shown once[\s\S]*\npby_\w+\n$/);
    const workspace = new Terminal(['workspace', 'create', '--slug', 'winter'], { env: ada });
    await workspace.type('Winter\r', 'Name:');
    expect(await workspace.ends()).toBe(0);
    expect(workspace.text).toMatch(/Slug +winter/);
  });

  it('a person chooses what is to end, and confirms it', async () => {
    const refused = new Terminal(['key', 'revoke', 'Asked'], { env: ada });
    await refused.type('n\r', /Revoke key Asked \(pby_\w+\)\? \[y\/N\]/);
    expect(await refused.ends()).toBe(1);
    expect(refused.text).toContain('Nothing was changed.');
    const { text } = await inTerminal(['key', 'revoke', 'Asked', '--dry-run'], { env: ada });
    expect(text).toMatch(/Method +POST[\s\S]*Key name +Asked[\s\S]*Nothing was sent\./);

    const terminal = new Terminal(['key', 'revoke'], { env: ada });
    await terminal.shows('Which key?');
    const number = /(\d+) {2}Asked/.exec(terminal.text)?.[1];
    await terminal.type(`${number}\r`, 'Which key?');
    await terminal.type('y\r', 'Revoke key Asked');
    expect(await terminal.ends()).toBe(0);
    expect(terminal.text).toMatch(/Status +revoked/);
  });
});

describe('exit codes', () => {
  it('what is not there is 3, also by its name', async () => {
    expect(await pipe('workspace get nowhere')).toMatchObject({ code: 3, stdout: '' });
    expect(await pipe('key get nothing')).toMatchObject({
      code: 3,
      stderr: 'error: There is no key "nothing".\n`patchbay key list` shows them.\n',
    });
  });

  it('a person without a session is told to sign in, with 4', async () => {
    const { code, text } = await inTerminal(['org', 'list'], { env: world.signedOut(), columns: 40 });
    expect({ code, text }).toMatchObject({ code: 4, text: expect.stringContaining('patchbay login') });
  });

  it('what is forbidden is 5', async () => {
    expect(await pipe('workspace create --name No --slug no', grace)).toMatchObject({ code: 5, stdout: '' });
  });

  it('what is not understood is 2, also where the API says so', async () => {
    expect(await pipe('org list --colour')).toMatchObject({ code: 2, stdout: '' });
    expect(await pipe(`workspace create --name No --slug 'Not a slug'`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('slug'),
    });
  });
});
