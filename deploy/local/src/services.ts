import { variables as audit } from '@patchbay/audit/config';
import * as auditMigrations from '@patchbay/audit/migrations';
import { variables as gateway } from '@patchbay/gateway/config';
import { variables as identity } from '@patchbay/identity/config';
import * as identityMigrations from '@patchbay/identity/migrations';
import { sealing as identitySealing } from '@patchbay/identity/sealed';
import { variables as integration, relayVariables as relay } from '@patchbay/integration/config';
import * as integrationMigrations from '@patchbay/integration/migrations';
import { sealing as integrationSealing } from '@patchbay/integration/sealed';
import { variables as organization } from '@patchbay/organization/config';
import * as organizationMigrations from '@patchbay/organization/migrations';
import { sealing as organizationSealing } from '@patchbay/organization/sealed';
import type { DatabaseService, ServiceName } from '@patchbay/platform/services';
import { variables as portal } from '@patchbay/portal/config';
import type { ServiceMigrations } from '@patchbay/service/migrate';
import type { ServiceSealing } from '@patchbay/service/service-sealing';
import { variables as webhook } from '@patchbay/webhook/config';
import * as webhookMigrations from '@patchbay/webhook/migrations';
import { sealing as webhookSealing } from '@patchbay/webhook/sealed';
import type { z } from 'zod';

/** Variables and migrations by service. A service of libs/platform/src/services.ts that is missing is a compile error. */

export const variablesOf: Readonly<Record<ServiceName, Readonly<Record<string, z.ZodType>>>> = {
  organization,
  identity,
  integration,
  relay,
  audit,
  webhook,
  gateway,
  portal,
};

export const migrationsOf: Readonly<Record<DatabaseService, ServiceMigrations>> = {
  organization: organizationMigrations,
  identity: identityMigrations,
  integration: integrationMigrations,
  audit: auditMigrations,
  webhook: webhookMigrations,
};

/** The services that seal: each has a `main-reseal.ts`. */
export const sealingOf = {
  organization: organizationSealing,
  identity: identitySealing,
  integration: integrationSealing,
  webhook: webhookSealing,
} satisfies Partial<Record<DatabaseService, ServiceSealing>>;
