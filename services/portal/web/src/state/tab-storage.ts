export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function createMemory(): TabStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** Where a browser refuses to store anything, reading `sessionStorage` throws: what is kept then lasts until the page is left. */
function openStorage(): TabStorage {
  try {
    return sessionStorage;
  } catch {
    return createMemory();
  }
}

/** What one tab keeps. */
export const tabStorage = openStorage();
