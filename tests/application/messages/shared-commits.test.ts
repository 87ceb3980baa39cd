import { addReaction } from "../../../src/application/messages/add-reaction";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { memoryRealm, type Person } from "../../support/application/memory-realm";

const names = ["ann", "ben", "cleo", "dan"] as const;

/**
 * Each of four people does something at the same moment; `messageId` is a message that only this one gets.
 * @returns the number of commits, and the types of the events.
 */
const together = async (
  work: (place: {
    readonly person: Person;
    readonly lunch: number;
    readonly messageId: number;
  }) => Promise<unknown>,
) => {
  const found = await memoryRealm({
    people: { ann: "member", ben: "member", cleo: "member", dan: "member" },
    channels: { lunch: { of: [...names, "owner"] } },
  });
  const { lunch, owner, services, eventsOf } = found;
  const people: { person: Person; messageId: number }[] = [];
  for (const name of names) {
    await found.append({
      type: "user_settings_changed",
      userId: found[name].userId,
      change: { automaticallyFollowTopicsPolicy: "send" },
      isOwnChoice: true,
    });
    people.push({ person: found[name], messageId: await owner.says(lunch) });
  }
  const commits = jest.spyOn(services.wakeup, "announce");
  const events = await eventsOf(() => Promise.all(people.map((each) => work({ ...each, lunch }))));
  return { commits: commits.mock.calls.length, types: [...new Set(events.map(({ type }) => type))].sort() };
};

test("people who write in a topic for the first time, and so follow it, share a commit", async () => {
  expect(await together(({ person, lunch }) => person.says(lunch))).toEqual({
    commits: 1,
    types: ["message_sent", "topic_policy_set"],
  });
});

test("people who read and answer share a commit", async () => {
  const outcome = await together(({ person, lunch, messageId }) =>
    Promise.all([
      person.does(changeFlags, { messageIds: [messageId], op: "add", flag: "read" }),
      person.says(lunch),
    ]),
  );
  expect(outcome).toEqual({
    commits: 1,
    types: ["message_flags_changed", "message_sent", "topic_policy_set"],
  });
});

test("reactions to different messages share a commit, and those to one message don't", async () => {
  const car = { name: "car", code: undefined, kind: undefined };
  const apart = await together(({ person, messageId }) => person.does(addReaction, { messageId, ...car }));
  expect(apart.commits).toBe(1);
  const toOne = await together(({ person }) => person.does(addReaction, { messageId: 1, ...car }));
  expect(toOne.commits).toBe(4);
});
