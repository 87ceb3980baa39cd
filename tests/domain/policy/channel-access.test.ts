import { newBot } from "../../../src/domain/bots/bot";
import type { Channel } from "../../../src/domain/channels/channel";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import {
  canAddSubscribers,
  canAdministerChannel,
  canDeleteAnyMessage,
  canReadContent,
  canRemoveSubscribers,
  canSeeChannel,
  canSend,
  canSubscribe,
  isOpenToSpectators,
  readsWholeHistory,
} from "../../../src/domain/policy/channel-access";
import { defaultRealmPermissions } from "../../../src/domain/realm/realm-permission";
import { defaultRealmSettings } from "../../../src/domain/realm/realm-settings";
import { type Role, roles } from "../../../src/domain/users/role";
import type { User } from "../../../src/domain/users/user";
import { aMoment } from "../../support/application/fakes";
import { aChannel, aRealm, aRealmState, aSubscription, aUser } from "../../support/builders/entities";

const nobody = systemGroupId("role:nobody");
const admin = 99;
const kinds: Readonly<Record<string, Channel>> = {
  public: aChannel({ id: 1, creatorId: admin }),
  "web-public": aChannel({ id: 2, privacy: "web-public", creatorId: admin }),
  "shared history": aChannel({ id: 3, privacy: "private", creatorId: admin }),
  "protected history": aChannel({
    id: 4,
    privacy: "private",
    historyPublicToSubscribers: false,
    creatorId: admin,
  }),
};
const archived = Object.fromEntries(
  Object.entries(kinds).map(([kind, channel]) => [
    `${kind}, archived`,
    { ...channel, id: channel.id + 10, isArchived: true },
  ]),
);
const channels: Readonly<Record<string, Channel>> = { ...kinds, ...archived };

/** One user of each role inside, one outside. */
const inside = new Map(roles.map((role, index) => [role, aUser({ id: index + 1, role })]));
const outside = new Map(roles.map((role, index) => [role, aUser({ id: index + 11, role })]));
const state = aRealmState({
  subscriptions: [...inside.values()].flatMap(({ id }) =>
    Object.values(channels).map((channel) => aSubscription(id, channel.id)),
  ),
});

const canReadHistory: typeof canSend = (realm, user, channel, now) =>
  canReadContent(realm, user, channel, now) && readsWholeHistory(channel);

/** Each action has a letter; the matrix lists the allowed ones. */
const questions: Readonly<Record<string, typeof canSend>> = {
  s: canSeeChannel,
  r: canReadContent,
  h: canReadHistory,
  w: canSend,
  j: canSubscribe,
  a: canAddSubscribers,
  k: canRemoveSubscribers,
  c: canAdministerChannel,
  d: canDeleteAnyMessage,
};

const allowed = (user: User, channel: Channel): string =>
  Object.entries(questions)
    .map(([letter, question]) => (question(state, user, channel, aMoment) ? letter : "-"))
    .join("");

/*
 * s see, r read, h read earlier history, w send (write), j subscribe (join), a add others, k remove others (kick), c
 * administer (change), d delete others' messages. In the order owner, administrator, moderator, member, guest; with the
 * settings of a new channel in a new realm.
 */
const matrix: readonly (readonly [kind: string, isInside: boolean, ...string[]])[] = [
  ["public", true, "srhwjakcd", "srhwjakcd", "srhwja---", "srhwja---", "srhw-----"],
  ["public", false, "srhwjakcd", "srhwjakcd", "srhwja---", "srhwja---", "---------"],
  ["web-public", true, "srhwjakcd", "srhwjakcd", "srhwja---", "srhwja---", "srhwj----"],
  ["web-public", false, "srhwjakcd", "srhwjakcd", "srhwja---", "srhwja---", "srhwj----"],
  ["shared history", true, "srhw-akcd", "srhw-akcd", "srhw-a---", "srhw-a---", "srhw-----"],
  ["shared history", false, "s-----kc-", "s-----kc-", "---------", "---------", "---------"],
  ["protected history", true, "sr-w-akcd", "sr-w-akcd", "sr-w-a---", "sr-w-a---", "sr-w-----"],
  ["protected history", false, "s-----kc-", "s-----kc-", "---------", "---------", "---------"],
  ["public, archived", true, "srh-jakcd", "srh-jakcd", "srh-ja---", "srh-ja---", "srh------"],
  ["public, archived", false, "srh-jakcd", "srh-jakcd", "srh-ja---", "srh-ja---", "---------"],
  ["web-public, archived", true, "srh-jakcd", "srh-jakcd", "srh-ja---", "srh-ja---", "srh-j----"],
  ["web-public, archived", false, "srh-jakcd", "srh-jakcd", "srh-ja---", "srh-ja---", "srh-j----"],
  ["shared history, archived", true, "srh--akcd", "srh--akcd", "srh--a---", "srh--a---", "srh------"],
  ["shared history, archived", false, "s-----kc-", "s-----kc-", "---------", "---------", "---------"],
  ["protected history, archived", true, "sr---akcd", "sr---akcd", "sr---a---", "sr---a---", "sr-------"],
  ["protected history, archived", false, "s-----kc-", "s-----kc-", "---------", "---------", "---------"],
]; // biome-ignore format: a matrix reads best with a row a line

const rows = matrix.flatMap(([kind, isInside, ...cells]) =>
  roles.map((role, index) => [kind, isInside ? "subscribed" : "not subscribed", role, cells[index]] as const),
);

test("the matrix covers every kind of channel, for subscribers and others", () => {
  expect(matrix.map(([kind]) => kind)).toEqual(Object.keys(channels).flatMap((kind) => [kind, kind]));
});

test.each(rows)("%s, %s, %s: %s", (kind, where, role, expected) => {
  const user = (where === "subscribed" ? inside : outside).get(role);
  const channel = channels[kind];
  expect(user && channel && allowed(user, channel)).toBe(expected);
});

const member = outside.get("member") as User;
const guest = outside.get("guest") as User;
const withPermission = (channel: Channel, permissions: Partial<Channel["permissions"]>): Channel => ({
  ...channel,
  permissions: { ...channel.permissions, ...permissions },
});
const secret = kinds["shared history"] as Channel;
const open = kinds.public as Channel;

/** What a permission that is given to a user adds for somebody who isn't subscribed to a private channel. */
test.each<[keyof Channel["permissions"], string, string]>([
  ["canSubscribeGroup", "srhwja---", "---------"],
  ["canAddSubscribersGroup", "srhwja---", "---------"],
  ["canAdministerChannelGroup", "s-----kc-", "---------"],
  ["canRemoveSubscribersGroup", "---------", "---------"],
  ["canSendMessageGroup", "---------", "---------"],
  ["canDeleteAnyMessageGroup", "---------", "---------"],
])("with only %s, in a private channel of others: member %s, guest %s", (permission, forMember, forGuest) => {
  const given = (user: User) => withPermission(secret, { [permission]: onlyUser(user.id) });
  expect(allowed(member, given(member))).toBe(forMember);
  expect(allowed(guest, given(guest))).toBe(forGuest);
});

test("a channel's permissions let subscribers do more", () => {
  const subscriber = inside.get("member") as User;
  const can = (permissions: Partial<Channel["permissions"]>) =>
    allowed(subscriber, withPermission(secret, permissions));
  const own = onlyUser(subscriber.id);
  expect(can({ canRemoveSubscribersGroup: own })).toBe("srhw-ak--");
  expect(can({ canDeleteAnyMessageGroup: own })).toBe("srhw-a--d");
  expect(can({ canSubscribeGroup: own })).toBe("srhwja---");
  expect(can({ canSendMessageGroup: nobody })).toBe("srh--a---");
});

test("readers of a channel can add subscribers only if the realm or the channel lets them", () => {
  const strict = aRealmState({
    realm: aRealm({ permissions: { ...defaultRealmPermissions, canAddSubscribersGroup: nobody } }),
  });
  const adds = (user: User, channel: Channel) => canAddSubscribers(strict, user, channel, aMoment);
  expect(adds(member, open)).toBe(false);
  expect(adds(outside.get("administrator") as User, open)).toBe(true);
  expect(adds(member, withPermission(open, { canAddSubscribersGroup: onlyUser(member.id) }))).toBe(true);
});

test("the realm's permission to delete messages works in every readable channel", () => {
  const loose = aRealmState({
    realm: aRealm({ permissions: { ...defaultRealmPermissions, canDeleteAnyMessageGroup: 3 } }),
  });
  expect(canDeleteAnyMessage(loose, member, open, aMoment)).toBe(true);
  expect(canDeleteAnyMessage(loose, member, secret, aMoment)).toBe(false);
  expect(canDeleteAnyMessage(loose, guest, kinds["web-public"] as Channel, aMoment)).toBe(false);
});

test("visitors can read web-public channels in realms that allow it", () => {
  const spectated = (enableSpectatorAccess: boolean) =>
    aRealmState({ realm: aRealm({ settings: { ...defaultRealmSettings, enableSpectatorAccess } }) });
  const seen = (enabled: boolean) =>
    Object.entries(kinds).flatMap(([kind, channel]) =>
      isOpenToSpectators(spectated(enabled), channel) ? [kind] : [],
    );
  expect(seen(true)).toEqual(["web-public"]);
  expect(seen(false)).toEqual([]);
});

test("deactivated users have no permissions", () => {
  const gone: readonly Role[] = ["owner", "member"];
  for (const role of gone) {
    const user = { ...aUser({ id: 70, role }), isActive: false };
    expect(canSend(state, user, open, aMoment)).toBe(false);
  }
});

test("a bot can send wherever its owner may and where it is subscribed, and nowhere else", () => {
  const [owner, other] = [aUser({ id: 71 }), aUser({ id: 72 })];
  const botOf = (ownerId: number, more: Partial<User> = {}) =>
    aUser({ id: 73, bot: newBot("generic", ownerId), ...more });
  const known = aRealmState({
    users: [owner, other],
    channels: [secret],
    subscriptions: [aSubscription(owner.id, secret.id)],
  });
  expect(canSend(known, botOf(owner.id), secret, aMoment)).toBe(true);
  expect(canSend(known, botOf(other.id), secret, aMoment)).toBe(false);
  expect(canSend(known, botOf(owner.id, { isActive: false }), secret, aMoment)).toBe(false);
  expect(canSend(known, botOf(owner.id, { role: "guest" }), secret, aMoment)).toBe(false);
  expect(canSend(known, botOf(74), open, aMoment)).toBe(false);
});
