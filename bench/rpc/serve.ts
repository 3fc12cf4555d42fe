/** Serves one method of organization, by our unary path or by Connect's own, and tells its CPU time. */
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { type Kind, startTestServer } from '@patchbay/rpc/pairings';

const organization = {
  id: '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b',
  slug: 'acme',
  name: 'Acme Advertising',
};

const { baseUrl } = await startTestServer(process.argv[2] as Kind, (router) => {
  router.service(OrganizationService, { getOrganization: () => ({ organization }) });
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1_000);
});
process.on('disconnect', () => process.exit());
process.send?.(baseUrl);
