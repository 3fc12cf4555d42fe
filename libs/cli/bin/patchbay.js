#!/usr/bin/env node
// Node keeps the compiled code of what is imported after this call, which halves the time to start.
import module from 'node:module';

module.enableCompileCache?.();
await import('../bundle/patchbay.js');
