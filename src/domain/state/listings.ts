import { type GroupSetting, peopleNamedBy } from "../groups/group-setting";
import type { UserId } from "../ids";
import type { Listing } from "./person-index";

/** What holds permissions: a group or a channel. */
export interface Permitting<Id extends number> {
  readonly id: Id;
  readonly permissions: Readonly<Record<string, GroupSetting>>;
}

const none: readonly never[] = [];

/** How it changes the people that a group or channel lists, from everyone before to everyone now. */
export const replacedListings = <Id extends number>(
  id: Id,
  before: Iterable<UserId>,
  now: Iterable<UserId>,
): readonly Listing<Id>[] => [
  ...[...before].map((userId): Listing<Id> => [userId, id, false]),
  ...[...now].map((userId): Listing<Id> => [userId, id, true]),
];

/** How it changes the people that permissions name. Undefined means a group or channel that does not exist. */
export const changedNames = <Id extends number>([before, now]: readonly [
  Permitting<Id> | undefined,
  Permitting<Id> | undefined,
]): readonly Listing<Id>[] => {
  const id = now?.id ?? before?.id;
  if (id === undefined || before?.permissions === now?.permissions) return none;
  return replacedListings(
    id,
    before ? peopleNamedBy(before.permissions) : none,
    now ? peopleNamedBy(now.permissions) : none,
  );
};
