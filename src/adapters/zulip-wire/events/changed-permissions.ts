import type { GroupSetting } from "../../../domain/groups/group-setting";
import type { RealmState } from "../../../domain/state/realm-state";
import type { EventReader } from "../encode/event-reader";
import { encodePermissions } from "../encode/group-setting";
import { viewOf } from "../encode/visible-members";

type Permissions = Readonly<Record<string, GroupSetting>>;

/**
 * The new permissions that differ from what the reader saw before, under their wire names. A limited guest doesn't learn
 * that people they can't see came or went.
 */
export const changedPermissions = (
  change: Permissions,
  permissionsBefore: Permissions,
  before: RealmState,
  { state, user, now }: EventReader,
): Readonly<Record<string, unknown>> => {
  if (Object.keys(change).length === 0) return {};
  const view = viewOf(state, user, now);
  const encoded = encodePermissions(change, view);
  if (view.isSeen === undefined) return encoded;
  const reader = before.users.get(user.id) ?? user;
  const known = encodePermissions(permissionsBefore, viewOf(before, reader, now));
  return Object.fromEntries(
    Object.entries(encoded).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name])),
  );
};
