/** `make start`: the whole platform in one process on an embedded Postgres from npm. */
import { main } from '@patchbay/runtime/main';
import { portalAddressOf, readLocalConfig } from './config.ts';
import { runEmbedded } from './run-embedded.ts';
import { welcome } from './welcome.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await main(() =>
  runEmbedded({
    config: readLocalConfig(process.env),
    print,
    ready: ({ config, data, address }) =>
      print(
        welcome({
          address,
          portal: portalAddressOf(config),
          mailbox: config.SMTP_URL ? undefined : data.mailbox,
          dataDirectory: data.path,
        }),
      ),
  }),
);
