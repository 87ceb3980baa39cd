import type { EventReader } from "../../../../src/adapters/zulip-wire/encode/event-reader";
import {
  userFarewells,
  userIntroductions,
} from "../../../../src/adapters/zulip-wire/events/acquaintance-event";
import { defaultRealmPermissions } from "../../../../src/domain/realm/realm-permission";
import { RealmState } from "../../../../src/domain/state/realm-state";
import { aMoment } from "../../../support/application/fakes";
import { aChannel, aRealm, aRealmState, aSubscription, aUser } from "../../../support/builders/entities";

afterEach(() => jest.restoreAllMocks());

const guest = aUser({ id: 1, role: "guest" });
const people = [2, 3, 4, 5].map((id) => aUser({ id }));
const channelIds = Array.from({ length: 50 }, (_, index) => index + 1);

/** Everybody is in all channels; the guest is or isn't. */
const town = (hasGuest: boolean, canAccessAllUsersGroup: number = 3) =>
  aRealmState({
    realm: aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup } }),
    users: [guest, ...people],
    channels: channelIds.map((id) => aChannel({ id })),
    subscriptions: [...people, ...(hasGuest ? [guest] : [])].flatMap(({ id }) =>
      channelIds.map((channelId) => aSubscription(id, channelId)),
    ),
  });
const subscribed = {
  type: "subscribed",
  subscriptions: channelIds.map((id) => aSubscription(guest.id, id)),
  firstMessageId: 1,
} as const;
const unsubscribed = {
  type: "unsubscribed",
  userIds: [guest.id],
  channelIds,
  firstMessageId: 1,
} as const;

const readerIn = (state: RealmState) =>
  ({ state, user: guest, now: aMoment, realm: {}, presentation: {} }) as unknown as EventReader;

test("a guest who leaves many channels loses each person once, with one look at each", () => {
  const looked = jest.spyOn(RealmState.prototype, "subscriptionsOf");
  const words = userFarewells(unsubscribed, town(true), readerIn(town(false)));
  expect(words).toMatchObject(people.map(({ id }) => ({ body: { op: "remove", person: { user_id: id } } })));
  // Before and after, of the guest and the person.
  expect(looked.mock.calls.length).toBeLessThanOrEqual(4 * people.length + 2);
});

test("a guest who joins many channels is compared with each person once", () => {
  const looked = jest.spyOn(RealmState.prototype, "subscriptionsOf");
  // The reader already knows them.
  expect(userIntroductions(subscribed, town(true), readerIn(town(true)))).toEqual([]);
  expect(looked.mock.calls.length).toBeLessThanOrEqual(2 * people.length + 2);
});

test("a reader who sees everyone is compared with nobody", () => {
  const everyone = [...town(true).groups.values()].find((group) => group.systemName === "role:everyone");
  const looked = jest.spyOn(RealmState.prototype, "subscribers");
  const open = town(true, everyone?.id);
  expect(userIntroductions(subscribed, open, readerIn(open))).toEqual([]);
  expect(userFarewells(unsubscribed, open, readerIn(open))).toEqual([]);
  expect(looked).not.toHaveBeenCalled();
});
