import { isDeepStrictEqual } from "node:util";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { channelIds, userIds } from "./histories";

/** Everything that a state can answer about the people and channels of `histories.ts`. */
export const factsOf = (state: RealmState) => ({
  position: state.position,
  realm: state.realm,
  users: new Map(state.users),
  groups: new Map(state.groups),
  members: new Map([...state.groups.keys()].map((id) => [id, [...state.membersOf(id)]])),
  memberships: userIds.map((userId) => [...state.membershipsOf(userId)]),
  groupsNaming: userIds.map((userId) => [...state.groupsNaming(userId)]),
  channels: new Map(state.channels),
  channelsNaming: userIds.map((userId) => [...state.channelsNaming(userId)]),
  defaultChannels: new Set(state.defaultChannels),
  subscriptions: userIds.map((userId) =>
    channelIds.map((channelId) => state.subscription(userId, channelId)),
  ),
  subscribers: channelIds.map((channelId) => [...state.subscribers(channelId)]),
  defaultChannelGroups: state.defaultChannelGroups,
  channelFolders: state.channelFolders,
  profileFields: state.profileFields,
  linkifiers: state.linkifiers,
  playgrounds: state.playgrounds,
  domains: new Map(state.domains),
  emoji: new Map(state.emoji),
  invitations: new Map(state.invitations),
  pushDevices: new Map(state.pushDevices),
  acquaintances: userIds.map((userId) => [...state.acquaintancesOf(userId)]),
  hasSecondFactors: state.hasSecondFactors,
  idsByEmail: [...state.users.values()].map(({ email }) => state.userByEmail(email)?.id),
  idsByName: [...state.users.values()].map(({ fullName }) => state.usersNamed(fullName).map(({ id }) => id)),
  idsByChannelName: [...state.channels.values()].map(({ name }) => state.channelByName(name)?.id),
  alertWords: [...state.alertWords.keys()]
    .sort()
    .map((word) => [word, [...(state.alertWords.get(word) ?? [])]] as const),
});

/** Expects two states to give the same answers. Node compares them many times as fast as jest, which is left to show a difference. */
export const expectSameFacts = (state: RealmState, expected: RealmState): void => {
  const [found, wanted] = [factsOf(state), factsOf(expected)];
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
};
