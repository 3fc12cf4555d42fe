import {
  AuditService,
  type ListAuditLogsResponse,
} from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Queryable } from '@patchbay/database/query';
import { systemClock } from '@patchbay/runtime/clock';
import type { Entry } from '../domain/entry.ts';
import { callAsMemberOf, clientOf } from '../test-bed.fixture.ts';
import type { filtersOf } from './audit-logs.ts';
import { exportAuditLogs } from './export-audit-logs.ts';
import { createListTurns, listAuditLogs } from './list-audit-logs.ts';

/** An AuditLog of the API. */
export type ShownEntry = Entry & { readonly hash: string };
type FilterRequest = Partial<Parameters<typeof filtersOf>[0]>;

/** The entries of a page. */
export const shownIn = ({ auditLogs }: ListAuditLogsResponse): ShownEntry[] =>
  JSON.parse(Buffer.from(auditLogs).toString()) as ShownEntry[];

/** A client of the methods that read a trail, as the gateway calls them. */
export function createReader(db: Queryable) {
  const client = clientOf(
    (router) =>
      void router.service(AuditService, {
        listAuditLogs: listAuditLogs({ db, inPageTurn: createListTurns(undefined, systemClock) }),
        exportAuditLogs: exportAuditLogs({ db }),
      }),
  );
  const reader = {
    /** The pages of a list, newest first, each with as many entries as `limit` returns for it. */
    async *pages(
      organizationId: string,
      limit: () => number,
      filters: FilterRequest = {},
    ): AsyncGenerator<ShownEntry[]> {
      let cursor = '';
      do {
        const page = await client.listAuditLogs(
          { ...filters, cursor, limit: limit() },
          callAsMemberOf(organizationId),
        );
        yield shownIn(page);
        cursor = page.nextCursor;
      } while (cursor !== '');
    },
    /** The parts of an export, oldest first. */
    async *parts(organizationId: string, filters: FilterRequest = {}): AsyncGenerator<ShownEntry[]> {
      for await (const { lines } of client.exportAuditLogs(filters, callAsMemberOf(organizationId))) {
        const text = Buffer.from(lines).toString();
        yield text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as ShownEntry);
      }
    },
    /** Everything that the pages of a list have. */
    async listAll(organizationId: string, limit: number, filters: FilterRequest = {}): Promise<ShownEntry[]> {
      const all: ShownEntry[] = [];
      for await (const page of reader.pages(organizationId, () => limit, filters)) all.push(...page);
      return all;
    },
    async exportAll(organizationId: string, filters: FilterRequest = {}): Promise<ShownEntry[]> {
      const all: ShownEntry[] = [];
      for await (const part of reader.parts(organizationId, filters)) all.push(...part);
      return all;
    },
  };
  return reader;
}
