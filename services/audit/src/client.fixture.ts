import { type Client, type ConnectRouter, createClient } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createTestCallers } from '@patchbay/testing/callers';
import { logger } from './test-bed.fixture.ts';

const callers = createTestCallers();

/** Calls these methods in this process, as the gateway does. */
export const clientOf = (routes: (router: ConnectRouter) => void): Client<typeof AuditService> =>
  createClient(
    AuditService,
    createInProcessTransport({
      from: 'gateway',
      to: 'audit',
      routes,
      verifier: callers.verifier('audit'),
      minter: callers.minter('gateway'),
      logger,
    }),
  );
