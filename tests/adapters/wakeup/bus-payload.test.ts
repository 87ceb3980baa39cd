import { secretSeals } from "../../../src/adapters/security/seals";
import {
  type BusPayload,
  decodePayload,
  encodePayload,
  roomIn,
} from "../../../src/adapters/wakeup/bus-payload";
import { Outbox } from "../../../src/adapters/wakeup/outbox";
import { encodeLoggedEvent } from "../../../src/domain/events/event-codec";
import { aMessageSent } from "../../support/builders/entities";

const seals = secretSeals("a secret that nodes share");
const event = aMessageSent({ id: 7, content: "only for nodes" });
const typing = {
  type: "typing",
  op: "start",
  userId: 4,
  place: { kind: "direct", participants: [4, 5] },
} as const;
const news: BusPayload = {
  grown: [[1, 5]],
  signals: [[1, typing]],
  logged: [[1, { first: 5, texts: [JSON.stringify(encodeLoggedEvent(event))] }]],
  lanes: [[1, { kind: "gives_turn", to: "ben", position: 5, head: { position: 5, messageId: 7, ids: {} } }]],
};
const sending = { from: "ada", number: 3, sentAt: 1_700_000_000_000 };
const payload = encodePayload(seals, sending, news);

test("everything arrives as it was sent", () => {
  expect(decodePayload(seals, payload)).toEqual({
    ...sending,
    grown: [[1, 5]],
    signals: news.signals,
    logged: [[1, [{ position: 5, event }]]],
    lanes: news.lanes,
  });
});

test("nobody without the secret reads any of it", () => {
  const bytes = Buffer.from(payload, "base64").toString("latin1");
  for (const word of ["ada", "grown", "typing", "only for nodes"]) {
    expect(payload).not.toContain(word);
    expect(bytes).not.toContain(word);
  }
  expect(decodePayload(secretSeals("another secret"), payload)).toBeUndefined();
});

test("nobody without the secret invents or changes any of it", () => {
  const content = { ...sending, grown: [[1, 5]], logged: [], lanes: [], signals: [] };
  expect(decodePayload(seals, seals.seal(JSON.stringify(content)))).toMatchObject(sending);
  expect(decodePayload(seals, JSON.stringify(content))).toBeUndefined();
  for (let index = 0; index < payload.length; index += 16) {
    const other = payload[index] === "A" ? "B" : "A";
    const changed = `${payload.slice(0, index)}${other}${payload.slice(index + 1)}`;
    expect(decodePayload(seals, changed)).toBeUndefined();
  }
});

test("what is sealed for another purpose isn't a payload", () => {
  const content = JSON.stringify({ ...sending, grown: [[1, 5]], logged: [], lanes: [], signals: [] });
  const elsewhere = secretSeals("a secret that nodes share", "another purpose");
  expect(decodePayload(seals, elsewhere.seal(content))).toBeUndefined();
});

test("what isn't a payload is ignored, whatever it is", () => {
  for (const strange of [
    "",
    "{}",
    "\u0000\ud800",
    "=".repeat(100),
    seals.seal(""),
    seals.seal("null"),
    seals.seal("[".repeat(50_000)),
  ])
    expect(decodePayload(seals, strange)).toBeUndefined();
});

test("a node of a version before payloads were sealed is ignored, and ignores this one", () => {
  expect(decodePayload(seals, '{"from":"earlier","grown":[[1,5]],"signals":[]}')).toBeUndefined();
  // It reads JSON only.
  expect(() => JSON.parse(payload)).toThrow(SyntaxError);
});

test("events from the first that this version can't read are left out, and so are unknown messages about ownership", () => {
  const known = JSON.stringify(encodeLoggedEvent(event));
  const written = encodePayload(seals, sending, {
    ...news,
    logged: [
      [1, { first: 5, texts: [known, '{"type":"invented_later"}', known] }],
      [2, { first: 1, texts: ['{"type":"invented_later"}'] }],
    ],
    lanes: [[1, { kind: "invented_later" } as never]],
  });
  expect(decodePayload(seals, written)).toMatchObject({ logged: [[1, [{ position: 5, event }]]], lanes: [] });
});

test.each([7999, 65_536])("a full payload has at most %d bytes, whatever fills it", (most) => {
  const outbox = new Outbox(roomIn(most));
  const longest = { from: "f".repeat(36), number: Number.MAX_SAFE_INTEGER, sentAt: Number.MAX_SAFE_INTEGER };
  for (let realmId = 1_000_000; realmId < 1_001_000; realmId += 1)
    outbox.announce(realmId, realmId * 1000, ['"äöü"', `"${"x".repeat(realmId % 300)}"`]);
  for (let index = 0; index < 1000; index += 1) {
    outbox.lane(index, { kind: "asks_for_turn" });
    outbox.signal(index, typing);
  }
  const sizes: number[] = [];
  for (let next = outbox.next(); next !== undefined; next = outbox.next())
    sizes.push(encodePayload(seals, longest, next).length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
  expect(Math.max(...sizes)).toBeGreaterThan(most * 0.9);
});
