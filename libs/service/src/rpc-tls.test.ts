import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectError, createClient } from '@connectrpc/connect';
import { ConfigurationError, readConfig } from '@patchbay/config/config';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { callOf } from '@patchbay/rpc/caller';
import { callAs, onBehalfOf } from '@patchbay/rpc/client';
import type { RpcServer } from '@patchbay/rpc/server';
import { createServiceClient } from '@patchbay/rpc/service-client';
import type { RpcTls } from '@patchbay/rpc/tls';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestCallers, userContext } from '@patchbay/testing/callers';
import { createAuthority } from '@patchbay/testing/certificates';
import type { Worker } from '@patchbay/worker/worker';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BuiltService, composeService } from './main.ts';
import type { Parts } from './parts.ts';
import {
  callingTlsProblems,
  rpcTlsOf,
  rpcTlsReload,
  rpcTlsVariables,
  servingTlsProblems,
} from './rpc-tls.ts';
import { createTransports } from './transports.ts';
import { serviceVariables } from './variables.ts';

const authority = createAuthority();
const own = authority.issue(['127.0.0.1']);
const tls = {
  RPC_TLS_CERTIFICATE: own.certificate,
  RPC_TLS_KEY: own.key,
  RPC_TLS_CA: authority.certificate,
};

function problemsOf(environment: Record<string, string>, check = servingTlsProblems): readonly string[] {
  try {
    readConfig('audit', rpcTlsVariables, environment, check);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

describe('the TLS variables of a process', () => {
  it('TLS variables that do not fit together are refused in one message', () => {
    const { RPC_TLS_CERTIFICATE, RPC_TLS_KEY, RPC_TLS_CA } = tls;
    expect(problemsOf({ RPC_TLS_CERTIFICATE })).toEqual([
      'RPC_TLS_CERTIFICATE and RPC_TLS_KEY must be set together',
    ]);
    expect(problemsOf({ RPC_TLS_KEY, RPC_TLS_CA })).toEqual([
      'RPC_TLS_CERTIFICATE and RPC_TLS_KEY must be set together',
      'RPC_TLS_CA needs RPC_TLS_CERTIFICATE: without TLS nobody presents a certificate',
    ]);
    expect(problemsOf({ RPC_TLS_CERTIFICATE, RPC_TLS_KEY: authority.issue(['x']).key })).toEqual([
      'RPC_TLS_KEY is not the key of the first certificate in RPC_TLS_CERTIFICATE',
    ]);
    expect(
      problemsOf({ RPC_TLS_CERTIFICATE: 'hunter2', RPC_TLS_KEY: 'hunter2', RPC_TLS_CA: 'hunter2' }),
    ).toEqual([
      'RPC_TLS_CERTIFICATE must be certificates, each as PEM',
      'RPC_TLS_KEY must be a private key without a passphrase, as PEM',
      'RPC_TLS_CA must be certificates, each as PEM',
    ]);
  });

  it('a port without TLS can be set beside one with TLS, and not alone', () => {
    const RPC_PLAIN_PORT = '4004';
    expect(problemsOf({ ...tls, RPC_PLAIN_PORT })).toEqual([]);
    expect(problemsOf({ RPC_PLAIN_PORT })).toEqual([
      'RPC_PLAIN_PORT needs RPC_TLS_CERTIFICATE: without it RPC_PORT speaks no TLS',
    ]);
  });

  it('a process that only calls may have an authority alone', () => {
    expect(problemsOf({ RPC_TLS_CA: tls.RPC_TLS_CA }, callingTlsProblems)).toEqual([]);
    expect(problemsOf({ RPC_TLS_KEY: tls.RPC_TLS_KEY }, callingTlsProblems)).toHaveLength(1);
  });

  it('a process may have all TLS variables or none', () => {
    expect(problemsOf(tls)).toEqual([]);
    expect(problemsOf({})).toEqual([]);
  });
});

const ada = userContext({ userId: 'u1', email: 'ada@example.com', name: 'Ada' });
const callers = createTestCallers();
const logger = createLogger({ service: 'test', level: 'silent' });
const identityVariables = serviceVariables('identity');
type IdentityConfig = ReturnType<typeof readConfig<typeof identityVariables>>;

/** Writes files as Kubernetes does: into a new folder, to which a link is then renamed. */
function mount(folder: string, files: Record<string, string>): void {
  const version = mkdtempSync(join(folder, 'version-'));
  for (const [name, value] of Object.entries(files)) writeFileSync(join(version, name), value);
  symlinkSync(version, join(folder, 'next'));
  renameSync(join(folder, 'next'), join(folder, 'data'));
}

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.keys(tls).map((name) => [`${name}_FILE`, join(folder, 'data', name)]));

/** Identity calls organization, each with a certificate that it reads from files, as the gateway does. */
async function startPlatform() {
  const folder = mkdtempSync(join(tmpdir(), 'rpc-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mount(folder, tls);
  const files = filesIn(folder);
  const environment = { RPC_PORT: '0', DATABASE_URL: 'postgres://localhost/patchbay', ...files };
  const reloads: Worker[] = [];
  const serve = async (components: Parameters<typeof createRuntime>[0]): Promise<string> => {
    reloads.push(components.find(({ name }) => name === 'reload of RPC certificates') as Worker);
    const runtime = createRuntime(components, logger);
    await runtime.start();
    onTestFinished(() => runtime.stop());
    return `https://127.0.0.1:${(components.at(-1) as RpcServer).port()}`;
  };
  const seen: string[] = [];
  const organizationUrl = await serve(
    composeService(
      {
        name: 'organization',
        build: (): BuiltService => ({
          components: [],
          routes: (router) =>
            void router.service(OrganizationService, {
              parkSignUp(_request, context) {
                const { calledBy, caller } = callOf(context);
                seen.push(`${calledBy} for ${caller.type}`);
                return {};
              },
            }),
        }),
      },
      readConfig('organization', serviceVariables('organization'), {
        ...environment,
        ...callers.environment('organization'),
      }),
      logger,
      files,
    ),
  );
  const identityUrl = await serve(
    composeService(
      {
        name: 'identity',
        build(_config: IdentityConfig, { organization }: Parts<'identity', IdentityConfig>): BuiltService {
          const { parkSignUp } = createServiceClient(OrganizationService, 'organization', organization);
          return {
            components: [],
            routes: (router) =>
              void router.service(IdentityService, {
                async signUp(_request, context) {
                  await parkSignUp({}, onBehalfOf(context));
                  return {};
                },
              }),
          };
        },
      },
      readConfig('identity', identityVariables, {
        ...environment,
        ...callers.environment('identity'),
        ORGANIZATION_URL: organizationUrl,
      }),
      logger,
      files,
    ),
  );
  const replace = async (renewed: typeof tls): Promise<void> => {
    mount(folder, renewed);
    for (const reload of reloads) await reload.runDue();
  };
  return { identityUrl, organizationUrl, seen, replace };
}

const gatewayTo = (
  { identityUrl, organizationUrl }: { identityUrl: string; organizationUrl: string },
  variables: Record<string, string>,
) => {
  const unused = 'https://127.0.0.1:9';
  const { transports, components } = createTransports('gateway', {
    ...readConfig('gateway', rpcTlsVariables, variables, callingTlsProblems),
    CALLING_KEYS: callers.callingKeys('gateway'),
    IDENTITY_URL: identityUrl,
    ORGANIZATION_URL: organizationUrl,
    INTEGRATION_URL: unused,
    WEBHOOK_URL: unused,
    RELAY_URL: unused,
    AUDIT_URL: unused,
  });
  onTestFinished(async () => {
    for (const component of components) await component.stop?.();
  });
  return transports;
};

describe('two services with certificates of one authority', () => {
  it('services go over to certificates of another authority without a restart', async () => {
    const platform = await startPlatform();
    const next = createAuthority('Next authority');
    const issued = next.issue(['127.0.0.1']);
    const renewed = {
      RPC_TLS_CERTIFICATE: issued.certificate,
      RPC_TLS_KEY: issued.key,
      RPC_TLS_CA: next.certificate,
    };
    const { identity } = gatewayTo(platform, renewed);
    const signUp = () => createClient(IdentityService, identity).signUp({}, callAs(ada));
    await expect(signUp()).rejects.toThrow(ConnectError);
    await platform.replace(renewed);
    await signUp();
    expect(platform.seen).toEqual(['identity for user']);
  });
});

describe('certificates in files', () => {
  const setUp = () => {
    const folder = mkdtempSync(join(tmpdir(), 'rpc-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mount(folder, tls);
    const environment = filesIn(folder);
    const given: RpcTls[] = [];
    const [reload] = rpcTlsReload(
      environment,
      rpcTlsOf(readConfig('audit', rpcTlsVariables, environment)),
      [{ setTls: (renewed) => void given.push(renewed) }],
      logger,
    );
    /** Settles as the next round does. */
    const replace = async (files: Record<string, string>): Promise<void> => {
      mount(folder, files);
      await reload?.runDue();
    };
    return { replace, given };
  };

  it('certificates that are replaced as Kubernetes replaces them are used, each once', async () => {
    const { replace, given } = setUp();
    const renewed = authority.issue(['127.0.0.1']);
    await replace({ ...tls, RPC_TLS_CERTIFICATE: renewed.certificate, RPC_TLS_KEY: renewed.key });
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({ certificate: renewed.certificate, ca: tls.RPC_TLS_CA });
    const other = createAuthority('Another').certificate;
    const bundle = `${tls.RPC_TLS_CA}${other}`;
    await replace({
      RPC_TLS_CERTIFICATE: renewed.certificate,
      RPC_TLS_KEY: renewed.key,
      RPC_TLS_CA: bundle,
    });
    expect(given).toHaveLength(2);
    expect(given[1]?.ca).toBe(bundle);
  });

  it('files that do not fit together or are missing change nothing until they are whole', async () => {
    const { replace, given } = setUp();
    const renewed = authority.issue(['127.0.0.1']);
    await expect(replace({ ...tls, RPC_TLS_KEY: renewed.key })).rejects.toThrow('RPC_TLS_KEY is not the key');
    await expect(replace({})).rejects.toThrow('RPC_TLS_KEY_FILE must name a file');
    expect(given).toEqual([]);
    await replace({ ...tls, RPC_TLS_CERTIFICATE: renewed.certificate, RPC_TLS_KEY: renewed.key });
    expect(given.map((each) => each.certificate)).toEqual([renewed.certificate]);
  });

  it('a process without files of certificates reads none', () => {
    expect(rpcTlsReload(tls, {}, [], logger)).toEqual([]);
  });
});
