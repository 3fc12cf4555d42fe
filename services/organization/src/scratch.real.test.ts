import { expect, it } from 'vitest';
import { newDomain, personAt, startOrganization } from './test-bed.fixture.ts';
it('stress', { timeout: 120000 }, async () => {
  const organization = await startOrganization();
  const { rows } = await organization.db.pool.query('show log_statement');
  const identity = organization.calledBy('identity');
  let bad = 0;
  for (let round = 0; round < 400; round += 1) {
    const ada = personAt(newDomain());
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => identity.provisionUser(ada)));
    bad += all.filter(({ status }) => status === 'rejected').length;
  }
  await organization.stop();
  process.stderr.write(`BAD ${bad}\n`);
});
