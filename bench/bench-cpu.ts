import { startBaseline } from './baseline.ts';
import type { StackBench } from './bench-stack.ts';
import { startBetterAuth } from './better-auth.ts';
import { createWorkspace, insertConnected } from './integration-seeds.ts';
import { stackKinds } from './kinds.ts';
import { createKeys, promoteEveryone } from './session.ts';
import { signInKind } from './sign-ins.ts';
import { measureTables } from './tables.ts';

const ourSetting =
  'Five processes as production runs them: built JavaScript, NODE_ENV=production; (in brackets): not in the sum.';
const betterAuthSetting = (version: string): string =>
  ` Better Auth ${version}: one\nprocess on the same Postgres, sessions read from it by each request as ours are, rate limit counted in memory (ours: in Redis).`;

/** Measures CPU per request of the five processes, by turns with bare Express and Better Auth. */
export async function benchCpu({
  sql,
  stack,
  servers,
  meters,
  signedIn,
  load,
  settings,
  directory,
}: StackBench): Promise<void> {
  const { address } = stack;
  const [admin = {}] = signedIn.headers;
  await promoteEveryone(address, signedIn);
  const keys = await createKeys(address, signedIn);
  const workspace = await createWorkspace(address, admin, 'bench-twenty');
  await insertConnected(sql, workspace, 20);
  const ours = [
    ...stackKinds(address, { signedIn, keys, workspace }, meters),
    signInKind(address, sql, meters),
  ].filter(({ name }) => name.includes(settings.kind));
  const express = await startBaseline(signedIn.me, directory);
  const { postgres } = meters.servers;
  const betterAuth = await startBetterAuth(sql, servers.postgres.url, { ...(postgres && { postgres }) });
  const names = new Set<string | undefined>(ours.map(({ name }) => name));
  const others = betterAuth.kinds.filter(({ beside }) => names.has(beside));
  await measureTables(
    `${ourSetting}${others.length > 0 ? betterAuthSetting(betterAuth.version) : ''}`,
    [express, ...ours, ...others],
    load,
    settings,
  );
  await Promise.all([express.stop(), betterAuth.stop()]);
}
