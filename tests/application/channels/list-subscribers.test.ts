import { listSubscribers } from "../../../src/application/channels/list-subscribers";
import { memoryRealm } from "../../support/application/memory-realm";

test("users who can see a channel can list its subscribers", async () => {
  const { ada, ben, cleo, club } = await memoryRealm({
    people: { ada: "administrator", ben: "member", cleo: "member" },
    channels: { club: { privacy: "private", of: ["ben", "owner"] } },
  });
  for (const one of [ada, ben]) expect(await one.does(listSubscribers, club)).toEqual([1, ben.id]);
  for (const id of [club, 404]) expect(await cleo.isRefused(listSubscribers, id)).toBe("Invalid channel ID");
});
