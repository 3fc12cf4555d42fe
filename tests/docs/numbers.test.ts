import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { most, withCommas } from '@patchbay/platform/maximums';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');

/** Every page, with each paragraph in one line. The changelog is about the past. */
const pages = new Map(
  globSync(
    [
      '{README,SECURITY}.md',
      'docs/*.md',
      '{bench,tests}/README.md',
      '{charts,clients,deploy,libs,services}/*/README.md',
      'services/gateway/assets/guides/*.md',
    ],
    { cwd: root, exclude: (path) => /node_modules|dist/.test(path) },
  ).map((path) => [path, read(path).replaceAll(/\n(?![|\n#`-])/g, ' ')]),
);

/** What a pattern captures on all pages: `docs/kafka.md: 30`. */
const captured = (pattern: RegExp): string[] =>
  [...pages].flatMap(([page, text]) =>
    [...text.matchAll(pattern)].map(([, ...captures]) => `${page}: ${captures.join(' ')}`),
  );

/** The pages name it somewhere, and everywhere with this value. */
function expectEverywhere(pattern: RegExp, value: number | string): void {
  const found = captured(pattern);
  expect(found).not.toEqual([]);
  expect(found.filter((text) => !text.endsWith(`: ${value}`))).toEqual([]);
}

interface Property {
  readonly description?: string;
  readonly default?: unknown;
}
const { paths, components } = JSON.parse(read('services/gateway/openapi.json')) as {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, Property>> }>>;
  };
};

const methods = new Set(['get', 'put', 'post', 'patch', 'delete']);
const operations = Object.values(paths).flatMap((path) =>
  Object.keys(path).filter((key) => methods.has(key)),
);

/** The defaults of each variable that is a number, from the tables that `make docs` fills from the code. */
const defaults = new Map<string, Set<string>>();
for (const [, name = '', value = ''] of read('docs/configuration.md').matchAll(
  /^\| `([A-Z_]+)`[^|]* \| `(\d+)` \|/gm,
))
  defaults.set(name, new Set([...(defaults.get(name) ?? []), value]));

it('where a page names a variable with a number behind it, the number is its default', () => {
  const wrong = captured(/`([A-Z][A-Z_]+)`(?: \(\[?|, )([\d,]+)/g).filter((text) => {
    const [, name = '', value = ''] = text.split(' ');
    return defaults.get(name)?.has(value.replaceAll(',', '')) === false;
  });
  expect(wrong).toEqual([]);
});

it('pages agree how long events stay in Kafka', () => {
  const [days = ''] = defaults.get('KAFKA_RETENTION_DAYS') ?? [];
  expectEverywhere(/`KAFKA_RETENTION_DAYS` \(\[?(\d+)/g, days);
  expectEverywhere(/Topics keep events for (\d+) days/g, days);
  expectEverywhere(/`retention\.ms=(\d+)`/g, Number(days) * 86_400_000);
  expect(captured(/(\btopics?\b[^.|]*\bnever expires?|kept until somebody deletes)/g)).toEqual([]);
});

it('pages agree how long the tests take', () => {
  const sentences = [...pages.values(), read('Makefile')].flatMap((text) => text.split(/(?<=[.;]) |\n/));
  const minutesOf = (command: string): string[] =>
    sentences
      .filter((text) => new RegExp(`${command}(?!-)\\b`).test(text) && /\bminutes\b/.test(text))
      .map((text) => [...text.matchAll(/([\w-]+) minutes\b/g)].map(([, count]) => count).join(' '));
  // Measured on two idle cores. The first run also installs packages and servers.
  expect(new Set(minutesOf('make test'))).toEqual(new Set(['8 13']));
  expect(new Set(minutesOf('make soak'))).toEqual(new Set(['11']));
});

it('pages and the OpenAPI document agree about defaults and lifetimes', () => {
  expectEverywhere(/for (\d+) days unless you set `connectLinkExpiresInDays`/g, lifetimes.connectLinkDays);
  expectEverywhere(/after (\d+) days unless `expiresInDays`/g, lifetimes.grantDays);
  const named = Object.entries(components.schemas).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const [, text] = /Default: (\d+|`\w+`)/.exec(property.description ?? '') ?? [];
      return text === undefined ? [] : { name: `${schema}.${name}`, text, is: property.default };
    }),
  );
  expect(named.map(({ name }) => name)).toContain('NewConnectLink.expiresInDays');
  expect(named.filter(({ text, is }) => text.replaceAll('`', '') !== String(is))).toEqual([]);
});

it.each([
  [/\b(\d+) operations\b/g, operations.length],
  [/\| session token \|.*\| 7 days unused, (\d+) at most \|/g, lifetimes.sessionDays],
  [/\| token of a sign-in link \|.*\| (\d+) minutes, one use \|/g, lifetimes.signInLinkMinutes],
  [/\| device code \|.*\| (\d+) minutes, one use \|/g, lifetimes.deviceCodeMinutes],
  [/\| token of an invitation \|.*\| (\d+) hours,/g, lifetimes.invitationHours],
  [/\| token of an invitation \|.* resends (\d+) days ahead/g, lifetimes.invitationDaysAhead],
  [/\| token of a connect link \|.* works for (\d+) days/g, lifetimes.connectLinkDays],
  [/\| token of a connect link \|.* days, (\d+) at most/g, lifetimes.connectLinkMaxDays],
  [/\| challenge of a passkey\b.*\| (\d+) minutes, one use \|/g, lifetimes.passkeyChallengeMinutes],
  [/\| state of a consent,.*\| (\d+) minutes, one use \|/g, lifetimes.consentMinutes],
  [/\| proof of a sign-up \|.*\| (\d+) hours \|/g, lifetimes.signUpHours],
  [/\| answer kept for an `Idempotency-Key` \|.*\| (\d+) hours \|/g, lifetimes.idempotencyKeyHours],
  [/\| per organization \| ([\d,]+) members/g, withCommas(most.membersOfOrganization)],
  [/\| per organization \|.* ([\d,]+) workspaces/g, withCommas(most.workspacesOfOrganization)],
  [/\| sessions \| (\d+) of a person/g, most.sessionsOfPerson],
  [/\| integrations \| ([\d,]+) of a workspace/g, withCommas(most.integrationsOfWorkspace)],
  [/\| pending invitations \| (\d+) of an organization's own/g, most.pendingInvitations],
  [/\| grants \| (\d+) live ones/g, most.grantsOfIntegration],
  [/\| webhooks \| (\d+) of an organization/g, most.webhooksOfOrganization],
  [/An organization has at most (\d+) webhooks/g, most.webhooksOfOrganization],
  [/proved in the last (\d+) minutes/g, lifetimes.freshMinutes],
  [/deliveries` shows the last (\d+) days/g, lifetimes.deliveryDays],
] as const)('pages have the number of the code in %s', expectEverywhere);
