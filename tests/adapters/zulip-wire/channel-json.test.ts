import { channelJson, encodeChannel } from "../../../src/adapters/zulip-wire/encode/channel";
import { noActivity } from "../../../src/application/channel-activity/channel-activity";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { apply } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { aChannel, aRealmState, aUser } from "../../support/builders/entities";

test("a channel that names its maker is encoded once, until one of those it names comes or goes", () => {
  const plain = aChannel({ id: 1 });
  const channel = { ...plain, permissions: { ...plain.permissions, canAdministerChannelGroup: onlyUser(1) } };
  const users = [aUser({ id: 1, email: "maker@example.com" }), aUser({ id: 2, email: "other@example.com" })];
  const state = aRealmState({ users, channels: [channel] });
  const without = (userId: number) =>
    apply(state, { type: "user_deactivated", userId, firstMessageId: 1 } as const);
  const activity = { channel, ...noActivity };
  const encode = jest.spyOn(JSON, "stringify");
  const encodings = (realm: RealmState): number => {
    const view = { state: realm, isSeen: undefined };
    const wanted = JSON.stringify(encodeChannel(activity, view));
    encode.mockClear();
    const text = channelJson(activity, view);
    const times = encode.mock.calls.length;
    expect(text).toBe(wanted);
    return times;
  };
  const withoutMaker = without(1);
  expect([state, state, without(2), withoutMaker, withoutMaker, state].map(encodings)).toEqual([
    1, 0, 0, 1, 0, 1,
  ]);
});
