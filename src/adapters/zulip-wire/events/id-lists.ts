import type { UserId } from "../../../domain/ids";
import { recentTexts } from "./recent-texts";

/** Shorter lists are written anew for each reader: remembering them would cost more. */
const longList = 100;

/** A list of ids in JSON, and where each id begins in it. */
interface IdList {
  readonly text: string;
  readonly starts: Uint32Array;
}

const written = new WeakMap<readonly UserId[], IdList>();

const writtenAs = (ids: readonly UserId[]): IdList => {
  const found = written.get(ids);
  if (found !== undefined) return found;
  const starts = new Uint32Array(ids.length);
  let start = 1;
  for (const [index, id] of ids.entries()) {
    starts[index] = start;
    start += String(id).length + 1;
  }
  const list = { text: JSON.stringify(ids), starts };
  written.set(ids, list);
  recentTexts.keep(list.text.length, ids, (one) => written.delete(one));
  return list;
};

/**
 * The JSON of an event's list of distinct users without one of them. The others are written once for all readers who are left out of a
 * long list.
 */
export const idsWithout = (ids: readonly UserId[], one: UserId): string => {
  const index = ids.indexOf(one);
  if (ids.length < longList || index < 0) return JSON.stringify(ids.filter((id) => id !== one));
  const { text, starts } = writtenAs(ids);
  const start = starts[index] ?? 0;
  const next = starts[index + 1];
  return next === undefined ? `${text.slice(0, start - 1)}]` : text.slice(0, start) + text.slice(next);
};

const subscribers = new WeakMap<ReadonlySet<UserId>, string>();

/** The JSON of a channel's subscribers. A long list is written once, until somebody comes or goes, for all who join. */
export const subscribersJson = (ids: ReadonlySet<UserId>): string => {
  const found = subscribers.get(ids);
  if (found !== undefined) return found;
  const text = JSON.stringify([...ids]);
  if (ids.size < longList) return text;
  subscribers.set(ids, text);
  recentTexts.keep(text.length, ids, (one) => subscribers.delete(one));
  return text;
};
