/** What this window knows of the drafts that the server has. */
interface KnownTexts {
  /** Notes the text of a draft that is on screen here, and returns it. */
  see(key: string, text: string): string;
  /** Writing begins here: with what is on screen, or else with what the server has. */
  begin(key: string, stored: string): void;
  /** Notes what is saved from here. */
  save(key: string, text: string): void;
  /** Whether saving `text` would overwrite what another device wrote since editing began here. */
  isForeign(key: string, serverText: string, text: string): boolean;
}

export const createKnownTexts = (): KnownTexts => {
  const seen = new Map<string, string>();
  const known = new Map<string, Set<string>>();
  return {
    see: (key, text) => {
      seen.set(key, text);
      return text;
    },
    begin: (key, stored) => known.set(key, new Set([(seen.get(key) ?? stored).trim()])),
    save: (key, text) => known.get(key)?.add(text.trim()),
    // The server may trim what it stores.
    isForeign: (key, serverText, text) =>
      known.get(key)?.has(serverText.trim()) === false && !text.includes(serverText.trim()),
  };
};
