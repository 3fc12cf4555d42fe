import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersOf, newSecret } from './signature.ts';

const run = promisify(execFile);

const message = {
  id: 'f3c2a1',
  at: new Date(),
  body: '{"type":"user.updated","data":{"name":"Größe “1” 😀"}}',
};
const [old, fresh, foreign] = [newSecret(), newSecret(), newSecret()];
const headers = headersOf(message, [fresh, old]);

/** A folder for the packages of another language; removed after the tests. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-signature-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const outputOf = (error: unknown): string => {
  const { stderr = '', message: text = '' } = error as { stderr?: string; message?: string };
  return (stderr || text).trim().split('\n').at(-1) ?? '';
};

/** Runs steps; the reason why the library is not on this machine and cannot be fetched, or undefined. */
async function missing(...steps: [string, string[], object?][]): Promise<string | undefined> {
  for (const [command, args, options] of steps) {
    try {
      await run(command, args, { timeout: 120_000, ...options });
    } catch (error) {
      return `${command} ${args.slice(0, 3).join(' ')}: ${outputOf(error)}`;
    }
  }
  return undefined;
}

const input = (secret: string) => JSON.stringify({ secret, body: message.body, headers });

const python = `
import json, sys
from standardwebhooks import Webhook
given = json.loads(sys.argv[1])
try:
    Webhook(given["secret"]).verify(given["body"], given["headers"])
    print("accepted")
except Exception as error:
    print("refused", type(error).__name__)
`;

const go = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	var given struct {
		Secret  string
		Body    string
		Headers map[string]string
	}
	if err := json.Unmarshal([]byte(os.Args[1]), &given); err != nil {
		panic(err)
	}
	headers := http.Header{}
	for name, value := range given.Headers {
		headers.Set(name, value)
	}
	verifier, err := standardwebhooks.NewWebhook(given.Secret)
	if err != nil {
		panic(err)
	}
	if err := verifier.Verify([]byte(given.Body), headers); err != nil {
		fmt.Println("refused", err)
		return
	}
	fmt.Println("accepted")
}
`;

describe('reference libraries of other languages, where the machine has the language and its registry answers', () => {
  it('the one for Python accepts the message with the old and the new secret and refuses another', async (context) => {
    const packages = join(folder, 'python');
    const install = ['-m', 'pip', 'install', '--quiet', '--target', packages, 'standardwebhooks==1.1.0'];
    const reason = await missing(['python3', install]);
    context.skip(reason !== undefined, reason);
    const verdict = async (secret: string) => {
      const env = { ...process.env, PYTHONPATH: packages };
      return (await run('python3', ['-c', python, input(secret)], { env })).stdout.trim();
    };
    expect([await verdict(fresh), await verdict(old), await verdict(foreign)]).toEqual([
      'accepted',
      'accepted',
      'refused WebhookVerificationError',
    ]);
  }, 180_000);

  it('the one for Go accepts the message with the old and the new secret and refuses another', async (context) => {
    const cwd = folder;
    await writeFile(join(cwd, 'main.go'), go);
    const reason = await missing(
      ['go', ['mod', 'init', 'example.com/verify'], { cwd }],
      ['go', ['get', 'github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1'], { cwd }],
      ['go', ['build', '-o', 'verify', '.'], { cwd }],
    );
    context.skip(reason !== undefined, reason);
    const verdict = async (secret: string) => (await run(join(cwd, 'verify'), [input(secret)])).stdout.trim();
    expect([await verdict(fresh), await verdict(old)]).toEqual(['accepted', 'accepted']);
    expect(await verdict(foreign)).toMatch(/^refused/);
  }, 240_000);
});
