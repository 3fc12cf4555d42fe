import type { Person } from './people.ts';

export interface Summary {
  readonly startPage: string;
  readonly portalUrl: string;
  readonly apiUrl: string;
  readonly dataDirectory: string;
  readonly people: readonly Person[];
}

/** Printed when the demo is ready; at most a screen of 40 lines. */
export function summary({ startPage, portalUrl, apiUrl, dataDirectory, people }: Summary): string {
  const width = Math.max(...people.map(({ email }) => email.length));
  const lines = people.map(
    ({ email, role, sees }) => `  ${email.padEnd(width)}  ${role.padEnd(6)}  sees ${sees}`,
  );
  return `
The demo is ready. Begin here:

  ${startPage}

It has a button to sign in as each person, and each of the twenty advertising systems to connect,
with what to type. The systems are simulated: nothing leaves this machine.

  Portal     ${portalUrl}
  Reference  ${apiUrl}/docs
  Data       ${dataDirectory} (survives a restart; delete the folder to begin anew)

Whom to sign in as. Type the address in the Portal, and open the link that is printed here:

${lines.join('\n')}

Ctrl-C stops everything.
`;
}
