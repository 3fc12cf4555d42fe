import type { Component } from './component.ts';

export const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** Names of the components that are not ready, with their reasons; empty means ready. All are checked concurrently. */
export async function notReadyOf(components: readonly Component[]): Promise<Record<string, string>> {
  const reasons = await Promise.all(
    components.map(async (component): Promise<[string, string][]> => {
      try {
        await component.ready?.();
        return [];
      } catch (error) {
        return [[component.name, reasonOf(error)]];
      }
    }),
  );
  return Object.fromEntries(reasons.flat());
}

/** Names of the components whose background work does not proceed, with their reasons. */
export const troublesOf = (components: readonly Component[]): Record<string, string> =>
  Object.fromEntries(
    components.flatMap((component): [string, string][] => {
      const trouble = component.trouble?.();
      return trouble === undefined ? [] : [[component.name, trouble]];
    }),
  );
