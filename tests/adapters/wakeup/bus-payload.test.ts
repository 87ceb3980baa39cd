import { secretSeals } from "../../../src/adapters/security/seals";
import { decodePayload, encodePayload } from "../../../src/adapters/wakeup/bus-payload";
import { encodeLoggedEvent } from "../../../src/domain/events/event-codec";
import { aMessageSent } from "../../support/builders/entities";

const seals = secretSeals("a secret that nodes share");
const event = aMessageSent({ id: 7, content: "only for nodes" });
const news = {
  grown: [[1, 5]] as const,
  signals: [],
  logged: [[1, { first: 5, texts: [JSON.stringify(encodeLoggedEvent(event))] }]] as const,
  lanes: [
    [1, { kind: "gives_turn", to: "ben", position: 5, head: { position: 5, messageId: 7, ids: {} } }],
  ] as const,
};
const payload = encodePayload(seals, "ada", news);

test("events and turns arrive as they were sent", () => {
  expect(decodePayload(seals, payload)).toEqual({
    from: "ada",
    grown: [[1, 5]],
    signals: [],
    logged: [[1, [{ position: 5, event }]]],
    lanes: news.lanes,
  });
});

test("nobody without the secret reads or invents them", () => {
  expect(payload).not.toContain("only for nodes");
  const nothing = { grown: [[1, 5]], logged: [], lanes: [] };
  expect(decodePayload(secretSeals("another secret"), payload)).toMatchObject(nothing);
  const { sealed } = JSON.parse(payload);
  const plain = JSON.stringify({
    from: "ada",
    grown: [[1, 5]],
    signals: [],
    logged: news.logged,
    lanes: news.lanes,
  });
  expect(decodePayload(seals, plain)).toMatchObject(nothing);
  const another = JSON.stringify({ from: "eve", grown: [[1, 5]], signals: [], sealed });
  expect(decodePayload(seals, another)).toMatchObject(nothing);
});

test("events from the first that this version can't read are left out, and so are unknown turns", () => {
  const known = JSON.stringify(encodeLoggedEvent(event));
  const written = encodePayload(seals, "ada", {
    ...news,
    logged: [
      [1, { first: 5, texts: [known, '{"type":"invented_later"}', known] }],
      [2, { first: 1, texts: ['{"type":"invented_later"}'] }],
    ],
    lanes: [[1, { kind: "invented_later" } as never]],
  });
  expect(decodePayload(seals, written)).toMatchObject({ logged: [[1, [{ position: 5, event }]]], lanes: [] });
});

test("news without either needs no seal", () => {
  expect(JSON.parse(encodePayload(seals, "ada", { ...news, logged: [], lanes: [] }))).toEqual({
    from: "ada",
    grown: [[1, 5]],
    signals: [],
  });
});
