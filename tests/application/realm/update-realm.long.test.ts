import { updateRealm } from "../../../src/application/realm/update-realm";
import { type CompactIds, idsIn } from "../../../src/domain/collections/compact-ids";
import { audienceOf } from "../../../src/domain/queues/event-audience";
import { memoryRealm } from "../../support/application/memory-realm";
import { aUser } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";

test("an organization that limits its guests lists them briefly, however many people they lose sight of", async () => {
  const { owner, append, eventsOf } = await memoryRealm();
  const guestIds = Array.from({ length: 1100 }, (_, index) => 1000 + index);
  await append(
    ...guestIds.map((id) => ({ type: "user_created", user: aUser({ id, role: "guest" }) }) as const),
  );
  const limit = (group: number) =>
    owner.does(updateRealm, {
      name: undefined,
      description: undefined,
      settings: {},
      loginMethods: undefined,
      permissions: { canAccessAllUsersGroup: { new: group } },
    });
  for (const [group, type] of [
    [systemGroup.members, "people_hidden"],
    [systemGroup.everyone, "people_revealed"],
  ] as const) {
    const events = (await eventsOf(() => limit(group))).filter((event) => event.type === type);
    expect(events).toHaveLength(2);
    for (const event of events) {
      const userIds = "userIds" in event ? (event.userIds as CompactIds) : [];
      expect(JSON.stringify(userIds).length).toBeLessThan(600);
      expect(idsIn(userIds)).toEqual(guestIds);
      expect(audienceOf(event)).toEqual({ to: "listed", lists: [userIds] });
    }
  }
});
