import { useCases } from "../../../src/application/use-cases";
import { noActions } from "../../../src/application/users/deactivation";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/memory-application";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const deactivate = (by: MemoryApplication["owner"], userId: number, comment?: string) =>
  world.app.users.deactivate(by, { userId, actions: noActions, comment })();

test("a comment is mailed to the user, to their real address", async () => {
  const ben = await world.newMember("Ben");
  successOf(await deactivate(world.owner, ben.userId, " Farewell! "));
  expect(world.sent).toEqual([
    {
      to: "ben@example.com",
      subject: "Your account at Example was deactivated",
      text: expect.stringMatching(/^Hello Ben,[\s\S]*Farewell!$/),
    },
  ]);
});

test("no comment, no mail; an empty one is mailed without words of the administrators", async () => {
  const [ben, cleo] = [await world.newMember("Ben"), await world.newMember("Cleo")];
  await deactivate(world.owner, ben.userId);
  expect(world.sent).toEqual([]);
  await deactivate(world.owner, cleo.userId, "");
  expect(world.sent).toHaveLength(1);
  expect(world.sent[0]?.text).not.toContain("comment");
});

test("a refusal mails nothing and changes nothing", async () => {
  const ben = await world.newMember("Ben");
  expect(refusalOf(await deactivate(ben, world.owner.userId, "Out!"))).toBe("Insufficient permission");
  expect(world.sent).toEqual([]);
  const state = await world.app.directory.of(world.realmId);
  expect(state.users.get(world.owner.userId)?.isActive).toBe(true);
});

test("mail that can't be sent is reported, and the account is ended all the same", async () => {
  const ben = await world.newMember("Ben");
  const reported: unknown[] = [];
  const app = useCases({
    ...world.outside,
    mailer: { send: () => Promise.reject(new Error("no mail server")) },
    onError: (error) => reported.push(error),
  });
  const outcome = await app.users.deactivate(world.owner, {
    userId: ben.userId,
    actions: noActions,
    comment: "x",
  })();
  expect([outcome._tag, reported]).toEqual(["Right", [new Error("no mail server")]]);
});
