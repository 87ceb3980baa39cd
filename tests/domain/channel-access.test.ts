import type { Channel } from "../../src/domain/channel";
import {
  canAddSubscribers,
  canReadContent,
  canRemoveSubscribers,
  canSeeChannel,
  canSend,
  canSubscribe,
  readsWholeHistory,
} from "../../src/domain/channel-access";
import { onlyUser } from "../../src/domain/group-setting";
import { defaultRealmPermissions } from "../../src/domain/realm-permission";
import { systemGroupId } from "../../src/domain/system-group";
import { aChannel, aRealm, aRealmState, aSubscription, aUser } from "../support/builders";
import { aMoment } from "../support/fakes";

const nobody = systemGroupId("role:nobody");
const publicChannel = aChannel({ id: 1, creatorId: 99 });
const privateChannel = aChannel({ id: 2, privacy: "private", creatorId: 99 });
const webPublic = aChannel({ id: 3, privacy: "web-public", creatorId: 99 });
const channels = [publicChannel, privateChannel, webPublic];

const member = aUser({ id: 1 });
const guest = aUser({ id: 2, role: "guest" });
const administrator = aUser({ id: 3, role: "administrator" });
const insider = aUser({ id: 4 });
const guestInside = aUser({ id: 5, role: "guest" });
const state = aRealmState({
  subscriptions: [4, 5].flatMap((userId) => channels.map(({ id }) => aSubscription(userId, id))),
});

const policies = {
  canAddSubscribers,
  canReadContent,
  canRemoveSubscribers,
  canSeeChannel,
  canSend,
  canSubscribe,
};
const ask = (what: keyof typeof policies, user: typeof member, channel: Channel): boolean =>
  policies[what](state, user, channel, aMoment);
const answers = (what: keyof typeof policies, user: typeof member) =>
  channels.map((channel) => ask(what, user, channel));

test("a member reads public channels, a guest only web-public ones, subscribers theirs", () => {
  expect(answers("canReadContent", member)).toEqual([true, false, true]);
  expect(answers("canReadContent", guest)).toEqual([false, false, true]);
  expect(answers("canReadContent", insider)).toEqual([true, true, true]);
  expect(answers("canReadContent", guestInside)).toEqual([true, true, true]);
});

test("an administrator knows of a private channel and doesn't read it", () => {
  expect(ask("canSeeChannel", administrator, privateChannel)).toBe(true);
  expect(ask("canReadContent", administrator, privateChannel)).toBe(false);
  expect(ask("canSend", administrator, privateChannel)).toBe(false);
  expect(answers("canSeeChannel", member)).toEqual([true, false, true]);
});

test("who may subscribe to a private channel, or others to it, reads it, unless they are a guest", () => {
  for (const permission of ["canSubscribeGroup", "canAddSubscribersGroup"] as const) {
    const channel = { ...privateChannel, permissions: { ...privateChannel.permissions, [permission]: 2 } };
    expect(ask("canReadContent", member, channel)).toBe(true);
    expect(ask("canSubscribe", member, channel)).toBe(true);
    expect(ask("canReadContent", guest, channel)).toBe(false);
    expect(ask("canSubscribe", guest, channel)).toBe(false);
  }
});

test("a channel's own administrator knows of it and doesn't read it", () => {
  const permissions = { ...privateChannel.permissions, canAdministerChannelGroup: onlyUser(1) };
  expect(ask("canSeeChannel", member, { ...privateChannel, permissions })).toBe(true);
  expect(ask("canReadContent", member, { ...privateChannel, permissions })).toBe(false);
});

test("a member subscribes to what is public, a guest to what is web-public", () => {
  expect(answers("canSubscribe", member)).toEqual([true, false, true]);
  expect(answers("canSubscribe", guest)).toEqual([false, false, true]);
});

test("sending takes reading, and the channel's permission to send", () => {
  expect(answers("canSend", member)).toEqual([true, false, true]);
  expect(answers("canSend", guestInside)).toEqual([true, true, true]);
  const quiet = { ...publicChannel, permissions: { ...publicChannel.permissions, canSendMessageGroup: 6 } };
  expect(ask("canSend", insider, quiet)).toBe(false);
  expect(ask("canSend", administrator, quiet)).toBe(true);
});

test("nobody sends to an archived channel or subscribes to it, and its readers still read", () => {
  const archived = { ...publicChannel, isArchived: true };
  for (const what of ["canSend", "canSubscribe", "canAddSubscribers"] as const)
    expect(ask(what, administrator, archived)).toBe(false);
  expect(ask("canReadContent", insider, archived)).toBe(true);
});

test("whoever reads a channel adds subscribers if the realm lets them, or the channel does", () => {
  const strict = aRealmState({
    realm: aRealm({ permissions: { ...defaultRealmPermissions, canAddSubscribersGroup: nobody } }),
  });
  const adds = (user: typeof member, channel: Channel) => canAddSubscribers(strict, user, channel, aMoment);
  expect(ask("canAddSubscribers", member, publicChannel)).toBe(true);
  expect(ask("canAddSubscribers", member, privateChannel)).toBe(false);
  expect(ask("canAddSubscribers", guest, webPublic)).toBe(false);
  expect(adds(member, publicChannel)).toBe(false);
  expect(adds(administrator, publicChannel)).toBe(true);
  const permissions = { ...publicChannel.permissions, canAddSubscribersGroup: onlyUser(1) };
  expect(adds(member, { ...publicChannel, permissions })).toBe(true);
});

test("administrators remove subscribers, and others only where they read and are allowed", () => {
  expect(ask("canRemoveSubscribers", administrator, privateChannel)).toBe(true);
  expect(ask("canRemoveSubscribers", member, publicChannel)).toBe(false);
  const permissions = { ...privateChannel.permissions, canRemoveSubscribersGroup: 3 };
  expect(ask("canRemoveSubscribers", insider, { ...privateChannel, permissions })).toBe(true);
  expect(ask("canRemoveSubscribers", member, { ...privateChannel, permissions })).toBe(false);
});

test("the history before a subscription is hidden only in a private channel that says so", () => {
  const protectedHistory = { ...privateChannel, historyPublicToSubscribers: false };
  expect([publicChannel, privateChannel, protectedHistory].map(readsWholeHistory)).toEqual([
    true,
    true,
    false,
  ]);
});
