import type { Component } from './component.ts';

export const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** Names of the components that are not ready, with their reasons; empty means ready. All are asked at once. */
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
 * The same component, ready for good once it was ready: for what must work before traffic comes, but whose later outage
 * does not keep the rest of the service from answering.
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
