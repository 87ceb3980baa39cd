/** A string store with the interface of localStorage. */
export interface StringStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

interface Dependencies {
  readonly userId: number;
  readonly storage: StringStorage;
  /** All names in the storage. */
  readonly storedNames: () => readonly string[];
}

/** The texts of a user's drafts in the browser's storage, which all windows share. */
export const createDraftStorage = ({ userId, storage, storedNames }: Dependencies) => {
  const prefix = `parley-draft-${userId}-`;
  const read = (key: string): string | undefined => {
    try {
      return storage.getItem(prefix + key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const keyOfName = (name: string | null): string | undefined =>
    name?.startsWith(prefix) ? name.slice(prefix.length) : undefined;
  return {
    read,
    keyOfName,
    keys: (): readonly string[] => {
      try {
        return storedNames().flatMap((name) => keyOfName(name) ?? []);
      } catch {
        return [];
      }
    },
    /** Without a text, removes it. */
    put: (key: string, text?: string): void => {
      try {
        if (text === undefined) storage.removeItem(prefix + key);
        else if (read(key) !== text) storage.setItem(prefix + key, text);
      } catch {
        // If storage is full, the draft lives as long as the window.
      }
    },
  };
};
