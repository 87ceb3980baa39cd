import { type FromRelay, ProcessRelay } from "../../../src/adapters/wakeup/process-relay";

/** A member whose system takes messages when told to. */
const member = (relay: ProcessRelay) => {
  const taken: FromRelay[] = [];
  const waiting: (() => void)[] = [];
  const one = relay.join((message) => {
    taken.push(message);
    return new Promise((resolve) => waiting.push(() => resolve(undefined)));
  });
  const takeAll = async (): Promise<void> => {
    for (const take of waiting.splice(0)) take();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { ...one, taken, takeAll };
};

const message = (payload: string) => ({ realmId: 1, payload });

test("a member gets the messages of the realms that it follows, except its own messages", () => {
  const relay = new ProcessRelay();
  const here = member(relay);
  const there = member(relay);
  for (const one of [here, there]) one.receive({ kind: "follows", realmIds: [1, 2], request: 1 });
  there.receive({ kind: "leaves", realmId: 2 });
  here.receive({ kind: "publishes", messages: [message("a"), { realmId: 2, payload: "b" }, message("c")] });
  expect(here.taken).toEqual([{ kind: "answers", request: 1 }]);
  expect(there.taken).toEqual([
    { kind: "answers", request: 1 },
    { kind: "payloads", payloads: ["a", "c"] },
  ]);
});

test("a member that starts again follows nothing", () => {
  const relay = new ProcessRelay();
  const here = member(relay);
  const there = member(relay);
  there.receive({ kind: "follows", realmIds: [1], request: 1 });
  there.receive({ kind: "begins", request: 2 });
  here.receive({ kind: "publishes", messages: [message("a")] });
  expect(there.taken.map(({ kind }) => kind)).toEqual(["answers", "answers"]);
});

test("a member that reads nothing misses messages, and learns of the gap after it has read the rest", async () => {
  const relay = new ProcessRelay(3);
  const here = member(relay);
  const there = member(relay);
  there.receive({ kind: "follows", realmIds: [1], request: 1 });
  here.receive({ kind: "publishes", messages: [message("ab")] });
  here.receive({ kind: "publishes", messages: [message("cd")] });
  here.receive({ kind: "publishes", messages: [message("e")] });
  const early = [
    { kind: "answers", request: 1 },
    { kind: "payloads", payloads: ["ab"] },
  ];
  expect(there.taken).toEqual(early);
  await there.takeAll();
  expect(there.taken).toEqual([...early, { kind: "gap" }]);
  here.receive({ kind: "publishes", messages: [message("f")] });
  expect(there.taken.at(-1)).toEqual({ kind: "payloads", payloads: ["f"] });
});

test("the others learn of a gap once when a member leaves", () => {
  const relay = new ProcessRelay();
  const here = member(relay);
  const there = member(relay);
  here.leave();
  here.leave();
  expect([here.taken, there.taken]).toEqual([[], [{ kind: "gap" }]]);
});
