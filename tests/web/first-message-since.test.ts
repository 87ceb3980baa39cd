import { firstMessageSince } from "../../web/src/api/first-message-since";

const answering = (messages: readonly object[]): jest.SpyInstance =>
  jest
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ result: "success", msg: "", messages }));

afterEach(() => jest.restoreAllMocks());

const noon = new Date("2026-03-04T12:00:00Z");
const sentAt = (id: number, time: string) => ({ id, timestamp: Date.parse(time) / 1000 });

test("returns the first message since the time, even if the answer begins with older ones", async () => {
  answering([sentAt(5, "2026-03-04T11:59:59Z"), sentAt(8, "2026-03-04T12:00:00Z")]);
  await expect(firstMessageSince([], noon, false)).resolves.toBe(8);
});

test("returns the last message if all are older", async () => {
  answering([sentAt(5, "2026-03-04T11:59:59Z")]);
  await expect(firstMessageSince([], noon, false)).resolves.toBe(5);
});

test("returns undefined if there are no messages", async () => {
  answering([]);
  await expect(firstMessageSince([], noon, false)).resolves.toBeUndefined();
});

test.each([
  [false, []],
  [true, [{ operator: "channels", operand: "web-public" }]],
])("searches only what the reader may read (spectator: %s)", async (isSpectator, first) => {
  const asked = answering([]);
  const topic = { operator: "topic", operand: "lunch" };
  await firstMessageSince([topic], noon, isSpectator);
  const url = new URL(String(asked.mock.calls[0]?.[0]), "http://127.0.0.1");
  expect(JSON.parse(url.searchParams.get("narrow") ?? "")).toEqual([...first, topic]);
});
