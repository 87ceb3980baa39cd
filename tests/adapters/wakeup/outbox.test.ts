import { Outbox } from "../../../src/adapters/wakeup/outbox";

const text = (length: number): string => JSON.stringify("x".repeat(length - 2));
/** Everything that waits, payload by payload. */
const drained = (outbox: Outbox) => {
  const payloads = [];
  for (let next = outbox.next(); next !== undefined; next = outbox.next()) payloads.push(next);
  return payloads;
};

test("events of commits that follow each other travel together, up to the newest position", () => {
  const outbox = new Outbox(750);
  outbox.announce(1, 5, ["4", "5"]);
  outbox.announce(1, 6, ["6"]);
  expect(drained(outbox)).toEqual([
    { grown: [[1, 6]], logged: [[1, { first: 4, texts: ["4", "5", "6"] }]], lanes: [], signals: [] },
  ]);
});

test("events that don't continue the waiting ones replace them", () => {
  const outbox = new Outbox(750);
  outbox.announce(1, 5, ["5"]);
  outbox.announce(1, 9, ["9"]);
  expect(drained(outbox)).toMatchObject([{ grown: [[1, 9]], logged: [[1, { first: 9, texts: ["9"] }]] }]);
});

test("a position that comes back after newer events leaves them alone", () => {
  const outbox = new Outbox(1000);
  outbox.announce(1, 5, ["5"]);
  const refused = outbox.next();
  outbox.announce(1, 6, ["6"]);
  if (refused) outbox.takeBack(refused);
  expect(outbox.next()).toMatchObject({ grown: [[1, 6]], logged: [[1, { first: 6, texts: ["6"] }]] });
});

test("many events fill payloads one after another, each with the position that it leads to", () => {
  const outbox = new Outbox(750);
  outbox.announce(
    1,
    4,
    Array.from({ length: 4 }, () => text(300)),
  );
  expect(drained(outbox).map(({ grown, logged }) => [grown, logged.map(([, { first }]) => first)])).toEqual([
    [[[1, 2]], [1]],
    [[[1, 4]], [3]],
  ]);
});

test("an event too large for a payload stays behind, and its position travels", () => {
  const outbox = new Outbox(750);
  outbox.announce(1, 1, [text(900)]);
  outbox.announce(2, 1, [text(500)]);
  expect(drained(outbox).map(({ grown, logged }) => [grown, logged.length])).toEqual([
    [
      [
        [1, 1],
        [2, 1],
      ],
      1,
    ],
  ]);
});

test("an event that the rest of a payload has no room for waits for the next one", () => {
  const outbox = new Outbox(750);
  outbox.announce(1, 1, [text(500)]);
  outbox.announce(2, 1, [text(500)]);
  expect(drained(outbox).map(({ grown, logged }) => [grown, logged.length])).toEqual([
    [[[1, 1]], 1],
    [[[2, 1]], 1],
  ]);
});

test("a message about ownership comes after all the events that wait", () => {
  const outbox = new Outbox(750);
  outbox.lane(1, { kind: "asks_for_turn" });
  outbox.announce(1, 2, [text(600), text(600)]);
  const payloads = drained(outbox);
  expect(payloads.map(({ grown, lanes }) => [grown, lanes.length])).toEqual([
    [[[1, 1]], 0],
    [[[1, 2]], 1],
  ]);
});

test("a refused payload is returned without its events and messages about ownership", () => {
  const outbox = new Outbox(750);
  outbox.announce(1, 2, ["2"]);
  outbox.lane(1, { kind: "asks_for_turn" });
  const [first] = drained(outbox);
  if (first) outbox.takeBack(first);
  expect(drained(outbox)).toEqual([{ grown: [[1, 2]], logged: [], lanes: [], signals: [] }]);
});

test("events that wait while nothing can be sent are bounded; positions stay", () => {
  const outbox = new Outbox(10_000_000);
  for (let realmId = 1; realmId <= 5; realmId += 1) outbox.announce(realmId, 1, [text(900_000)]);
  const [payload] = drained(outbox);
  expect(payload?.grown).toHaveLength(5);
  expect(payload?.logged.map(([realmId]) => realmId)).toEqual([1, 2]);
});

test("events travel again once those before them have been sent, however many there were", () => {
  const outbox = new Outbox(300_000);
  for (let position = 1; position <= 30; position += 1) {
    outbox.announce(1, position, [text(200_000)]);
    expect(drained(outbox)).toMatchObject([{ logged: [[1, { first: position }]] }]);
  }
});

test("a signal is tried five times, whatever became of those before it", () => {
  const outbox = new Outbox(750);
  const triesOf = (queueId: string): number => {
    outbox.signal(1, { type: "queues_ended", queueIds: [queueId] });
    let tries = 0;
    for (let next = outbox.next(); next !== undefined; next = outbox.next()) {
      tries += 1;
      outbox.takeBack(next);
    }
    return tries;
  };
  expect([triesOf("a"), triesOf("b")]).toEqual([5, 5]);
});
