import type { EventReader } from "../../../../src/adapters/zulip-wire/encode/event-reader";
import { introductions } from "../../../../src/adapters/zulip-wire/events/people-visibility-event";
import { defaultRealmPermissions } from "../../../../src/domain/realm/realm-permission";
import { IdMap } from "../../../../src/domain/state/id-map";
import { IdSet } from "../../../../src/domain/state/id-set";
import { PersonIndex } from "../../../../src/domain/state/person-index";
import { RealmState } from "../../../../src/domain/state/realm-state";
import { aMoment } from "../../../support/application/fakes";
import {
  aChannel,
  aGroup,
  aRealm,
  aRealmState,
  aSubscription,
  aUser,
} from "../../../support/builders/entities";

const guest = aUser({ id: 1, role: "guest" });

test("a guest learns of a person's groups at the cost of those groups, however many others there are", () => {
  let looks = 0;
  const groups = Array.from({ length: 20_000 }, (_, index) => {
    const group = { ...aGroup({ id: index + 50, name: `team ${index}` }), members: index < 3 ? [2] : [3] };
    const { isDeactivated } = group;
    return Object.defineProperty(group, "isDeactivated", {
      enumerable: true,
      get: () => {
        looks += 1;
        return isDeactivated;
      },
    });
  });
  const state = aRealmState({
    realm: aRealm({ permissions: { ...defaultRealmPermissions, canAccessAllUsersGroup: 3 } }),
    users: [guest, aUser({ id: 2 }), aUser({ id: 3 })],
    channels: [aChannel({ id: 1 })],
    subscriptions: [aSubscription(guest.id, 1), aSubscription(2, 1)],
  });
  const full = new RealmState(state.position, {
    ...state.parts,
    groups: IdMap.of([...state.groups, ...groups.map((group) => [group.id, group] as const)]),
    members: IdMap.of(groups.map(({ id, members }) => [id, IdSet.of(members)] as const)),
    memberships: PersonIndex.of(
      groups.flatMap(({ id, members }) => members.map((userId) => [userId, id, true] as const)),
    ),
  });
  const reader = {
    state: full,
    user: guest,
    now: aMoment,
    realm: {},
    presentation: {},
  } as unknown as EventReader;
  const entries = introductions([2], reader);
  const ids = entries.map(({ body }) => ("group_id" in body ? Number(body.group_id) : 0));
  expect(ids.filter((id) => id >= 50)).toEqual([50, 51, 52]);
  expect(looks).toBeLessThan(10);
});
