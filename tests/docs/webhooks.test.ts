import { execFile } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Supervised, supervise } from '@patchbay/servers/child-process';
import { freePort } from '@patchbay/servers/free-port';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
/** Inside of the checkout, where Node finds its packages; Python and Go keep theirs between runs. */
const folderOf = (name: string): string => join(root, '.cache/webhooks', name.toLowerCase());

/** The code of a section of the page. */
const codeOf = (section: string): string =>
  new RegExp(String.raw`^### ${section}\n[^]*?^\`\`\`\w+\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

interface Receiver {
  readonly name: string;
  readonly file: string;
  /** Installs what the example needs; throws where the language or its registry is missing. */
  readonly prepare: (folder: string) => Promise<unknown>;
  readonly command: (folder: string, port: number) => readonly [program: string, ...args: string[]];
}

const receivers: readonly Receiver[] = [
  {
    name: 'Express',
    file: 'receiver.mjs',
    // The packages of the lockfile.
    prepare: async () => {},
    command: () => [process.execPath, 'receiver.mjs'],
  },
  {
    name: 'FastAPI',
    file: 'receiver.py',
    prepare: async (folder) => {
      const packages = ['fastapi==0.162.7', 'uvicorn==0.54.0', 'standardwebhooks==1.1.0'];
      await run('python3', ['-m', 'venv', join(folder, 'venv')]);
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
      await run(join(folder, 'venv/bin/python'), [...pip, ...packages]);
    },
    command: (folder, port) => [join(folder, 'venv/bin/uvicorn'), 'receiver:app', '--port', String(port)],
  },
  {
    name: 'Go',
    file: 'receiver.go',
    prepare: async (folder) => {
      const library = 'github.com/standard-webhooks/standard-webhooks/libraries';
      await writeFile(join(folder, 'go.mod'), `module receiver\n\ngo 1.22\n\nrequire ${library} v0.0.1\n`);
      await run('go', ['build', '-mod=mod', '-o', 'receiver', '.'], { cwd: folder });
    },
    command: (folder) => [join(folder, 'receiver')],
  },
];

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

interface Signed {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

/** As the page says. */
const signatureOf = (secret: string, { id, seconds, body }: Signed): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')}`;

const secret = newSecret();
const now = (): Signed => ({
  id: randomUUID(),
  seconds: Math.floor(Date.now() / 1_000),
  body: JSON.stringify({
    type: 'integration.connected',
    timestamp: new Date().toISOString(),
    data: { sequence: 7, target: { name: 'Spring – „Frühling“' } },
  }),
});

it('the library of Standard Webhooks signs as the page says', () => {
  const message = now();
  const { id, seconds, body } = message;
  expect(new Webhook(secret).sign(id, new Date(seconds * 1_000), body)).toBe(signatureOf(secret, message));
});

describe.each(receivers.filter(({ name }) => name === 'Express'))('the receiver for $name', (receiver) => {
  describeReceiver(receiver);
});

// They install packages of their language.
describe('in other languages', { tags: 'soak' }, () => {
  describe.each(receivers.filter(({ name }) => name !== 'Express'))('the receiver for $name', (receiver) => {
    describeReceiver(receiver);
  });
});

function describeReceiver({ name, file, prepare, command }: Receiver): void {
  const folder = folderOf(name);
  let missing: string | undefined;
  let receiver: Supervised | undefined;
  let address: string;

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), codeOf(name));
    try {
      await prepare(folder);
    } catch (error) {
      missing = `What the example for ${name} needs cannot be installed: ${(error as Error).message}`;
      return;
    }
    const port = await freePort();
    const [program, ...args] = command(folder, port);
    address = `http://127.0.0.1:${port}/hooks`;
    receiver = supervise({
      name: 'receiver',
      directory: folder,
      command: program,
      args,
      env: { WEBHOOK_SECRET: secret, PORT: String(port) },
      mark: 'receiver',
      stopSignal: 'SIGTERM',
      answers: () =>
        fetch(address).then(
          () => true,
          () => false,
        ),
      log: () => {},
    });
    await receiver.start();
  });
  afterAll(() => receiver?.stop());

  const send = async ({ id, seconds, body }: Signed, signature: string): Promise<number> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signature,
      },
      body,
    });
    return response.status;
  };

  it(`the receiver for ${name} takes a signed delivery, also while two secrets sign`, async (context) => {
    if (missing !== undefined) context.skip(missing);
    const message = now();
    const signature = signatureOf(secret, message);
    expect(await send(message, signature)).toBe(204);
    expect(await send(message, `${signatureOf(newSecret(), message)} ${signature}`)).toBe(204);
  });

  it(`the receiver for ${name} refuses another secret, a changed body and an old delivery`, async (context) => {
    if (missing !== undefined) context.skip(missing);
    const message = now();
    expect(await send(message, signatureOf(newSecret(), message))).toBe(400);
    expect(await send({ ...message, body: `${message.body} ` }, signatureOf(secret, message))).toBe(400);
    const old = { ...message, seconds: message.seconds - 600 };
    expect(await send(old, signatureOf(secret, old))).toBe(400);
  });
}
