/** `make start`: the whole platform in one process on an embedded Postgres from npm. */
import { main } from '@patchbay/runtime/main';
import { portalAddressOf, readLocalConfig } from './config.ts';
import { runEmbedded } from './run.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Welcome {
  readonly address: string;
  /** Of the pages. */
  readonly portal: string;
  /** The folder of the local mailbox; undefined if a mail server is configured. */
  readonly mailbox: string | undefined;
  readonly dataDirectory: string;
}

/** Printed once the platform runs: addresses, folders, and how to try it: in a browser, then with commands. */
const welcome = ({ address, portal, mailbox, dataDirectory }: Welcome): string => `
Patchbay is running.

  Portal     ${portal}
  API        ${address}
  Reference  ${address}/docs
  Mails      ${mailbox ?? 'sent by the mail server that SMTP_URL names'}
  Data       ${dataDirectory} (survives a restart)

Try it in a browser:

  1. Open ${portal}/sign-up and sign up, with any address such as ada@acme.example.
  2. Open the link of the mail that goes out${mailbox === undefined ? '' : ' (it is printed below)'} and press “Sign in” there.

Or in another terminal:

  # 1. Sign up: a mail with a sign-in link goes out.
  curl -s ${address}/v1/signup -H 'content-type: application/json' -d '{
    "email": "ada@acme.example", "name": "Ada", "organizationName": "Acme",
    "organizationSlug": "acme", "provider": "magic-link"}'

  # 2. Exchange the token of that mail for a session${mailbox === undefined ? '' : ' (its link is printed below)'}.
  curl -s ${address}/v1/auth/magic-link/verify -H 'content-type: application/json' -d '{"token": "…"}'

  # 3. Use the session: the organization exists, and its audit trail has entries.
  export TOKEN=…
  curl -s ${address}/v1/me -H "authorization: Bearer $TOKEN"
  curl -s ${address}/v1/organizations -H "authorization: Bearer $TOKEN"
  curl -s ${address}/v1/organizations/acme/audit-logs -H "authorization: Bearer $TOKEN"

The same on the command line: npx patchbay login --host ${address}

Ctrl-C stops everything.
`;

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
