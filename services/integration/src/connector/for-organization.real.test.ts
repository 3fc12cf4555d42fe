import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { workerBed } from '../workers/workers.fixture.ts';

const given = workerBed();

describe('requests to providers', () => {
  it('every request names the organization of the integration, so that one whose connections fail suspends no host alone', async () => {
    const { bed } = given;
    const { service } = bed;
    const sending = vi.spyOn(bed.outgoing, 'send');
    onTestFinished(() => sending.mockRestore());
    const tenant = bed.newTenant();
    /** The paths of the requests that the work has sent, each for the organization. */
    const pathsOf = async (work: () => Promise<unknown>) => {
      sending.mockClear();
      await work();
      const sent = sending.mock.calls.map(([request]) => request);
      expect(sent.map(({ organization }) => organization)).toEqual(sent.map(() => tenant.organizationId));
      return sent.map(({ url }) => new URL(url).pathname.split('/').at(-1));
    };
    let id = '';
    const connected = await pathsOf(async () => {
      id = await bed.connectedRotor(tenant);
    });
    expect(connected).toEqual(['token', 'me']);
    const byPerson = () => service.integrations.verifyIntegration({ integrationId: id }, tenant.as());
    expect(await pathsOf(byPerson)).toEqual(['me']);
    expect(await pathsOf(() => given.verifyDue(id))).toContain('me');
    expect(await pathsOf(() => given.renewDue(id))).toContain('token');
    const form = await bed.connectedForm(tenant);
    const list = () => service.uses.listAccounts({ integrationId: form, limit: 10 }, tenant.as());
    expect((await pathsOf(list)).length).toBeGreaterThan(0);
    const removal = async () => {
      await service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
      await service.runDue('revocations');
    };
    expect(await pathsOf(removal)).toEqual(['revoke']);
  });
});
