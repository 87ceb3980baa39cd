import { type ApiError, badRequest } from "./errors";

/** What one person keeps of a kind. */
export interface Held {
  readonly count: number;
  /** In bytes, of the texts alone. */
  readonly size: number;
}

/** A list that belongs to one person, as they are told of it, with the most that it holds. */
interface OwnList extends Held {
  readonly title: string;
}

/** Clients get all of each list when they register: what is in it is bounded by number and by size. */
const size = 2_000_000;

/** Every list that grows as one person adds to it, save those that the server's own names bound. */
export const ownLists = {
  drafts: { title: "drafts", count: 500, size },
  snippets: { title: "saved snippets", count: 500, size },
  scheduled: { title: "scheduled messages", count: 200, size },
  reminders: { title: "reminders", count: 200, size },
  navigationViews: { title: "navigation views", count: 200, size },
  topics: { title: "topics that are muted, unmuted or followed", count: 20_000, size },
  mutedUsers: { title: "muted users", count: 1000, size },
  bots: { title: "bots", count: 500, size },
} as const satisfies Readonly<Record<string, OwnList>>;

export type OwnListName = keyof typeof ownLists;

/** Why a list can't be what it would be with what comes; undefined where it can. */
export const ownListRefusal = (
  name: OwnListName,
  { count, size = 0 }: Partial<Held> & Pick<Held, "count">,
): ApiError | undefined => {
  const most: OwnList = ownLists[name];
  if (count > most.count) return badRequest(`You can have at most ${most.count} ${most.title}.`);
  return size > most.size
    ? badRequest(`Your ${most.title} are too long together (limit: ${most.size} bytes).`)
    : undefined;
};

/** The bytes of texts, as `Held` counts them. */
export const sizeOf = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
