/** Writes bundle/man: a man page of the program, and one of each noun. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { allCommands } from './src/program.ts';
import { manPages } from './src/reference/man.ts';
import { cliVersion } from './src/version.ts';

const folder = new URL('bundle/man/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of manPages(allCommands(), cliVersion())) writeFileSync(new URL(name, folder), text);
