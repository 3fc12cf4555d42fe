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

/**
 * The same component, which stays ready after it was ready once: for a dependency that must work before traffic arrives, but
 * whose later outage must not take the whole service out of load balancing.
 */
export function readyOnce(component: Component): Component {
  let wasReady = false;
  return {
    ...component,
    async ready() {
      if (wasReady) return;
      await component.ready?.();
      wasReady = true;
    },
  };
}
