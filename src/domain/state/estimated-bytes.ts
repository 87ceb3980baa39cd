import type { RealmState } from "./realm-state";

/** Measured on realms of ten thousand people, rounded up. */
const bytesOf = {
  realm: 40_000,
  user: 1500,
  subscription: 140,
  member: 16,
  listed: 160,
  channel: 900,
} as const;

/** Approximate memory of a state, in bytes. Visits each channel but no users. */
export const estimatedBytes = (state: RealmState): number => {
  let subscriptions = 0;
  for (const channelId of state.channels.keys()) subscriptions += state.subscribers(channelId).size;
  let members = 0;
  for (const groupId of state.groups.keys()) members += state.membersOf(groupId).size;
  const { memberships, groupsNaming, channelsNaming } = state.parts;
  const listed = memberships.size + groupsNaming.size + channelsNaming.size;
  return (
    bytesOf.realm +
    state.users.size * bytesOf.user +
    state.channels.size * bytesOf.channel +
    subscriptions * bytesOf.subscription +
    members * bytesOf.member +
    listed * bytesOf.listed
  );
};
