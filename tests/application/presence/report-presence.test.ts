import { reportPresence } from "../../../src/application/presence/report-presence";
import { localWakeup } from "../../support/application/fakes";
import { memoryRealm, type Person } from "../../support/application/memory-realm";

const realm = async () => {
  const found = await memoryRealm({ people: { ann: "member", ben: "member" } });
  const wakeup = localWakeup();
  const { signals } = wakeup;
  const report = async (
    who: Person,
    more: Partial<Parameters<ReturnType<typeof reportPresence>>[1]> = {},
  ) => {
    const given = {
      status: "active",
      pingOnly: false,
      lastUpdateId: undefined,
      historyDays: undefined,
      ...more,
    };
    const outcome = await reportPresence({ ...found.services, wakeup })(who, given)();
    if (outcome._tag === "Left") return outcome.left.message;
    const { presences, lastUpdateId } = outcome.right;
    return { ids: [...presences.keys()], presences, lastUpdateId };
  };
  return { ...found, signals, report };
};
const answerOf = <A>(answer: A | string): A => {
  if (typeof answer === "string") throw new Error(answer);
  return answer;
};

test("the first answer lists everyone who was active, and later ones only changes", async () => {
  const { ann, ben, owner, report } = await realm();
  await report(ann);
  const first = answerOf(await report(ben));
  expect(first.ids).toEqual([ann.id, ben.id]);
  const second = answerOf(await report(ben, { lastUpdateId: first.lastUpdateId }));
  expect(second).toMatchObject({ ids: [], lastUpdateId: first.lastUpdateId });
  await report(owner);
  const third = answerOf(await report(ben, { lastUpdateId: first.lastUpdateId }));
  expect(third.ids).toEqual([owner.id]);
  expect(third.lastUpdateId).toBeGreaterThan(first.lastUpdateId ?? 0);
});

test("a user who becomes active is announced at once, one who stays active is not", async () => {
  const { ann, signals, report } = await realm();
  await report(ann);
  await report(ann);
  expect(signals).toMatchObject([{ type: "presence_changed", userId: ann.id, isArrival: true }]);
});

test("in a realm of more than a hundred people, arrivals wait for the next poll", async () => {
  const { ann, signals, report, world } = await realm();
  for (let count = 0; count < 100; count += 1) await world.newMember(`P${count}`);
  await report(ann);
  expect(signals).toMatchObject([{ userId: ann.id, isArrival: false }]);
});

test("a ping gets an empty answer and still counts", async () => {
  const { ann, ben, report } = await realm();
  expect(await report(ann, { pingOnly: true, lastUpdateId: 7 })).toMatchObject({ ids: [], lastUpdateId: 7 });
  expect(answerOf(await report(ben)).ids).toContain(ann.id);
});

test("users who disabled presence report nothing", async () => {
  const { ann, ben, append, signals, report } = await realm();
  const change = { presenceEnabled: false };
  await append({ type: "user_settings_changed", userId: ann.id, change, isOwnChoice: true });
  await report(ann);
  expect(signals).toEqual([]);
  expect(answerOf(await report(ben)).ids).toEqual([ben.id]);
});

test("an unknown status is refused", async () => {
  const { ann, report } = await realm();
  expect(await report(ann, { status: "dancing" })).toBe("Invalid status: dancing");
});
