type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function createMemory(): TabStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** Reading `sessionStorage` throws if the browser forbids storage. Values then last until the page is left. */
function openStorage(): TabStorage {
  try {
    return sessionStorage;
  } catch {
    return createMemory();
  }
}

/** The storage of this tab. */
export const tabStorage = openStorage();
