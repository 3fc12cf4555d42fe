import { afterAll, beforeAll, expect, it } from 'vitest';
import { inPipe, inTerminal } from './terminal.ts';
import { createCliWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createCliWorld();
});
afterAll(() => world?.stop());

it('the command of an operation prints its answer', async () => {
  const { code, stdout } = await inPipe(['org', 'list', '--json'], { env: world.signedIn() });
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('"acme"') });
});

it('a person without a session is told to sign in', async () => {
  const { code, text } = await inTerminal(['org', 'list'], { env: world.signedOut(), columns: 40 });
  expect({ code, text }).toMatchObject({ code: 4, text: expect.stringContaining('patchbay login') });
});
