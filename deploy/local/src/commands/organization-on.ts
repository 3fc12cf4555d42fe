import type { Transport } from '@connectrpc/connect';
import { roleUrl } from '@patchbay/database/provision';
import { createInProcessBus } from '@patchbay/events/in-process';
import { createVerifiedSource } from '@patchbay/events/signature';
import { createMailbox } from '@patchbay/mail/mailbox';
import { build as buildOrganization } from '@patchbay/organization/app';
import { schema as organizationSchema } from '@patchbay/organization/migrations';
import type { ServiceName } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import { createSealer, parseSealingKeys } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { variables as local } from '../embedded/config.ts';
import { createWiring } from '../embedded/platform.ts';
import type { Secrets } from '../secrets.ts';

/**
 * Organization's own code on its database, in this process: the keys of callers of the running services are in their memory only. None of
 * its components is started: it does no background work. They have to be stopped at the end.
 */
export function organizationOn(
  adminUrl: string,
  secrets: Secrets,
  level: string,
): { readonly calledBy: (caller: ServiceName) => Transport; readonly components: readonly Component[] } {
  const loggerOf = (service: string) => createLogger({ service, level });
  const logger = loggerOf('organization');
  const { publisher, source } = createInProcessBus({ logger });
  const organization = buildOrganization(
    {
      database: {
        url: roleUrl(adminUrl, { role: organizationSchema, password: secrets.rolePassword }),
        max: 2,
      },
      portalUrl: 'http://localhost',
      mailFrom: local.MAIL_FROM.parse(undefined),
    },
    {
      publisher,
      source: createVerifiedSource(source, new Map()),
      sender: createMailbox(''),
      sealer: createSealer(parseSealingKeys(secrets.sealingKeys)),
      logger,
    },
  );
  return {
    calledBy: createWiring(loggerOf)('organization', organization),
    components: organization.components,
  };
}
