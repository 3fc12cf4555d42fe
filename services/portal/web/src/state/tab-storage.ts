export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function createMemory(): PageStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** Reading a storage throws if the browser forbids it. Values then last until the page is left. */
function openStorage(find: () => PageStorage): PageStorage {
  try {
    return find();
  } catch {
    return createMemory();
  }
}

/** The storage of this tab. */
export const tabStorage = openStorage(() => sessionStorage);

/** The storage that all tabs of this browser share. */
export const browserStorage = openStorage(() => localStorage);
