import { createRequire } from 'node:module';

/** A second copy of a module of kafkajs, without the patches that this process may have applied to the first one. */
export function freshModule(name: string): unknown {
  const load = createRequire(import.meta.url);
  const path = load.resolve(name);
  const cached = load.cache[path];
  delete load.cache[path];
  try {
    return load(name);
  } finally {
    if (cached === undefined) delete load.cache[path];
    else load.cache[path] = cached;
  }
}
