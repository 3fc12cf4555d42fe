/** `make demo`: `make start` with simulated advertising systems and sample data. */
import { main } from '@patchbay/runtime/main';
import { readDemoConfig } from './config.ts';
import { runDemo } from './run.ts';

await main(() => runDemo(readDemoConfig(process.env), (line) => void process.stdout.write(`${line}\n`)));
