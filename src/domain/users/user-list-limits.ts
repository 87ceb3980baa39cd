import * as E from "fp-ts/Either";
import { type LimitError, listTooLarge, tooManyInList } from "../limit-refusals";

/** The size of one user's list. */
export interface ListUsage {
  readonly count: number;
  /** Bytes of the texts. */
  readonly size: number;
}

/** The limits of a user's list, with its name in error messages. */
interface UserListLimit extends ListUsage {
  readonly title: string;
}

/** Clients receive every list in full when they register, so that its total size is bounded too. */
const size = 2_000_000;

/** Lists that a user can grow. Lists bounded by the server's own names aren't here. */
export const userListLimits = {
  drafts: { title: "drafts", count: 500, size },
  snippets: { title: "saved snippets", count: 500, size },
  scheduled: { title: "scheduled messages", count: 200, size },
  reminders: { title: "reminders", count: 200, size },
  navigationViews: { title: "navigation views", count: 200, size },
  topics: { title: "topics that are muted, unmuted or followed", count: 20_000, size },
  mutedUsers: { title: "muted users", count: 1000, size },
  bots: { title: "bots", count: 500, size },
} as const satisfies Readonly<Record<string, UserListLimit>>;

export type UserListName = keyof typeof userListLimits;

/** Whether a list of this size keeps to its limits. */
export const checkOwnList = (
  name: UserListName,
  { count, size = 0 }: Partial<ListUsage> & Pick<ListUsage, "count">,
): E.Either<LimitError, undefined> => {
  const most: UserListLimit = userListLimits[name];
  if (count > most.count) return E.left(tooManyInList(most.title, most.count));
  return size > most.size ? E.left(listTooLarge(most.title, most.size)) : E.right(undefined);
};

/** The total bytes of texts, in UTF-8. */
export const sizeOf = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
