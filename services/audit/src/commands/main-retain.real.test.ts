import { runProgram } from '@patchbay/testing/process';
import { formatPrivateKey } from '@patchbay/tokens/service-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headKeys } from '../test-bed.fixture.ts';
import { createMonths, type Months, partitionOf } from './months.fixture.ts';

/** Everything of the trail is from 2025, and the command reads the clock. */
const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  runProgram(new URL('../main-retain.ts', import.meta.url), { args, env });

describe('main-retain', () => {
  let months: Months;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    months = await createMonths();
    await months.recordMonths({ 7: 2, 8: 1 });
    env = {
      DATABASE_URL: months.trail.ownerUrl,
      HEAD_SIGNING_KEY: formatPrivateKey(headKeys.privateKey),
      LOG_LEVEL: 'silent',
    };
  });
  afterAll(() => months?.stop());

  it("main-retain removes nothing without RETENTION_MONTHS, the owner's role and known arguments", async () => {
    const [unset, unknown, service] = await Promise.all([
      run([], env),
      run(['--drop'], { ...env, RETENTION_MONTHS: '1' }),
      run([], { ...env, DATABASE_URL: months.trail.url, RETENTION_MONTHS: '1' }),
    ]);
    expect(unset).toMatchObject({ code: 0, stdout: expect.stringMatching(/everything is kept/) });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--drop is not known here/) });
    expect(service).toMatchObject({ code: 1, stderr: expect.stringMatching(/permission denied/) });
    expect(await months.partitions()).toContain(partitionOf(7));
  });

  it('main-retain removes the months that are due, and nothing in the next run', async () => {
    const keptMonths = { ...env, RETENTION_MONTHS: '1' };
    const { code, stdout } = await run([], keptMonths);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^entries_2025_07: 2 entries of 1 organization, [\d.]+ MB removed$/m);
    expect(stdout).toMatch(/^entries_2025_08: 1 entry of 1 organization, [\d.]+ MB removed$/m);
    expect(await months.partitions()).not.toContain(partitionOf(8));
    expect(await run([], keptMonths)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^nothing was/),
    });
  });
});
