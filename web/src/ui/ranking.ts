import { foldName } from "../../../src/domain/text/fold-name";

/** How well a name matches: at its start, at the start of a word, anywhere; undefined if it doesn't. */
export const matchRank = (name: string, query: string): number | undefined => {
  const [text, wanted] = [foldName(name), foldName(query).trim()];
  if (text.startsWith(wanted)) return 0;
  if (!text.includes(wanted)) return undefined;
  return [..." -_.(/"].some((before) => text.includes(before + wanted)) ? 1 : 2;
};
