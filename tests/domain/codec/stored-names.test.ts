import * as E from "fp-ts/Either";
import type { RealmEvent } from "../../../src/domain/events/event";
import { decodeLoggedEvent, encodeLoggedEvent } from "../../../src/domain/events/event-codec";
import { userCodec } from "../../../src/domain/users/user";
import { defaultUserSettings } from "../../../src/domain/users/user-settings";
import { aUser } from "../../support/builders/entities";

const changed: RealmEvent = {
  type: "user_settings_changed",
  userId: 1,
  change: { enableChannelEmailNotifications: true, enterSends: false },
  isOwnChoice: true,
};
const logged = { ...changed, v: 2, change: { enableStreamEmailNotifications: true, enterSends: false } };

test("an event has a setting under the name that older versions read", () => {
  expect(encodeLoggedEvent(changed)).toEqual(logged);
  expect(decodeLoggedEvent(logged)).toEqual(E.right(changed));
  expect(decodeLoggedEvent(changed)).toEqual(E.right(changed));
});

test("a user is stored with the older names, and read with them or without", () => {
  const settings = { ...defaultUserSettings, demoteInactiveChannels: "never" } as const;
  const user = aUser({ settings, chosenSettings: ["demoteInactiveChannels", "enterSends"] });
  const stored = userCodec.encode(user) as Record<"settings" | "chosenSettings", object>;
  expect(stored.chosenSettings).toEqual(["demoteInactiveStreams", "enterSends"]);
  expect(stored.settings).toMatchObject({ demoteInactiveStreams: 3 });
  expect(stored.settings).not.toHaveProperty("demoteInactiveChannels");
  expect(userCodec.decode(JSON.parse(JSON.stringify(stored)))).toEqual(E.right(user));
  expect(userCodec.decode({ ...stored, settings: { demoteInactiveStreams: 3 } })).toEqual(E.right(user));
  expect(userCodec.is(user)).toBe(true);
  expect(userCodec.is({ ...user, settings: stored.settings })).toBe(false);
});
