/** What this window knows of the drafts that the server has. */
interface KnownTexts {
  /** Notes the text of a draft that is on screen here, and returns it. */
  see(key: string, text: string): string;
  /** Writing begins here: with what is on screen, or else with what the server has. Returns that. */
  begin(key: string, stored: string): string;
  /** Notes what is saved from here. */
  save(key: string, text: string): void;
  /**
   * Whether saving `text` would overwrite what another device wrote since editing began: here or, with what the server had then as
   * `base`, in a window that is gone.
   */
  isForeign(key: string, serverText: string, text: string, base?: string): boolean;
}

export const createKnownTexts = (): KnownTexts => {
  const seen = new Map<string, string>();
  const known = new Map<string, Set<string>>();
  return {
    see: (key, text) => {
      seen.set(key, text);
      return text;
    },
    begin: (key, stored) => {
      const base = (seen.get(key) ?? stored).trim();
      known.set(key, new Set([base]));
      return base;
    },
    save: (key, text) => known.get(key)?.add(text.trim()),
    // The server may trim what it stores.
    isForeign: (key, serverText, text, base) => {
      const knows = base === undefined ? known.get(key) : new Set([base]);
      return knows?.has(serverText.trim()) === false && !text.includes(serverText.trim());
    },
  };
};
