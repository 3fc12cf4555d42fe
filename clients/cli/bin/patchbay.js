#!/usr/bin/env node
import { mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Node keeps the compiled code of what is imported after this call, which halves the time to start. It does not check what it reads back:
// the folder must be one that only this person can write to, and the one for temporary files, which is its default, is not.
try {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'patchbay', 'compiled');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  module.enableCompileCache?.(folder);
} catch {
  // It starts without the cache, only slower.
}
await import('../bundle/patchbay.js');
