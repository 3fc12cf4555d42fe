import { describe, expect, it } from 'vitest';
import { createSharedLookup } from './shared-lookup.ts';

function create(ask: (input: string) => Promise<string> = async (input) => `answer to ${input}`) {
  const inputs: string[] = [];
  const lookUp = createSharedLookup<string, string>({
    name: 'test',
    keyOf: (input) => input,
    ask(input) {
      inputs.push(input);
      return ask(input);
    },
  });
  return { lookUp, inputs };
}

describe('createSharedLookup', () => {
  it('lookups of one turn with the same key share one call, and those with another key do not', async () => {
    const { lookUp, inputs } = create();
    const first = lookUp('ada');
    for (let step = 0; step < 100; step += 1) await Promise.resolve();
    const answers = await Promise.all([first, lookUp('grace'), lookUp('ada')]);
    expect(answers).toEqual(['answer to ada', 'answer to grace', 'answer to ada']);
    expect(inputs).toEqual(['ada', 'grace']);
  });

  it('a lookup that arrives while a call runs is asked again, because a credential may have been revoked meanwhile', async () => {
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const { lookUp, inputs } = create(() => {
      arrived.resolve();
      return inputs.length === 1 ? answered.promise : Promise.resolve('revoked');
    });
    const first = lookUp('ada');
    await arrived.promise;
    expect(await lookUp('ada')).toBe('revoked');
    answered.resolve('valid');
    expect(await first).toBe('valid');
  });

  it('every lookup that shares a call fails with it, and the next one is asked again', async () => {
    const { lookUp, inputs } = create(() => Promise.reject(new Error('away')));
    const lookups = await Promise.allSettled([lookUp('ada'), lookUp('ada')]);
    expect(lookups.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(lookUp('ada')).rejects.toThrow('away');
    expect(inputs).toEqual(['ada', 'ada']);
  });
});
