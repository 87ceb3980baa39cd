import { words } from "../words/en";
import type { App } from "./app";

/** The length as the server counts it: by characters, not by UTF-16 units. Exact from a limit on. */
const lengthOf = (text: string, limit: number): number =>
  text.length <= limit ? text.length : [...text].length;

/** By how much a message exceeds the server's limit, in words; undefined if it doesn't. */
export const tooLong = ({ store }: App, text: string): string | undefined => {
  const limit = Number(store.realm.value.max_message_length ?? 10_000);
  const excess = lengthOf(text.trim(), limit) - limit;
  return excess > 0 ? words.tooLong(excess) : undefined;
};
