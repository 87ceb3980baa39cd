import { Refusal } from "../../web/src/api/http";
import { markInSteps, markNarrowUnread, markUnreadAgain, portion } from "../../web/src/app/mark-unread";
import { createToasts } from "../../web/src/app/toasts";

const ids = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);
const gone = new Refusal("BAD_REQUEST", "Invalid message(s)", 400, undefined);
const lost = new TypeError("offline");

/** A server that marks messages as unread; `fails` says with what a request fails, if it does. */
const setUp = (fails: (some: readonly number[], request: number) => Error | undefined = () => undefined) => {
  const unread = new Set<number>();
  const sizes: number[] = [];
  const shown: string[] = [];
  const app = createToasts();
  app.toasts.subscribe((all) => shown.push(...all.slice(-1).map(({ text }) => text)));
  const mark = async (some: readonly number[]): Promise<unknown> => {
    sizes.push(some.length);
    const failure = fails(some, sizes.length);
    if (failure) throw failure;
    for (const id of some) unread.add(id);
    return {};
  };
  return { unread, sizes, shown, app, mark };
};

test("thousands of messages are made unread in portions, and each shows how far it got", async () => {
  const { unread, sizes, shown, app, mark } = setUp();
  expect(await markUnreadAgain(app, ids(2 * portion + 500), mark)).toBe(true);
  expect([unread.size, sizes]).toEqual([2500, [1000, 1000, 500]]);
  expect(shown).toEqual([
    "Marking as unread: 1,000 of 2,500…",
    "Marking as unread: 2,000 of 2,500…",
    "2,500 messages are unread.",
  ]);
});

test("a few are marked as unread in one request, without a notice of progress", async () => {
  const { sizes, shown, app, mark } = setUp();
  expect(await markUnreadAgain(app, ids(3), mark)).toBe(true);
  expect([sizes, shown]).toEqual([[3], []]);
});

test("a failure in the middle says how many are unread, and the rest can follow", async () => {
  let isLost = true;
  const { unread, shown, app, mark } = setUp((_, request) => (isLost && request > 2 ? lost : undefined));
  expect(await markUnreadAgain(app, ids(3 * portion), mark)).toBe(false);
  expect(unread.size).toBe(2000);
  expect(shown.at(-1)).toMatch(/^2,000 of 3,000 messages are unread\. \S/);
  isLost = false;
  app.toasts.value.at(-1)?.act?.run();
  await new Promise((resolve) => setTimeout(resolve));
  expect([unread.size, shown.at(-1)]).toEqual([3000, "3,000 messages are unread."]);
});

test("messages that are gone meanwhile hold nothing up, and aren't counted", async () => {
  const missing = new Set([7, 1500]);
  const { unread, shown, app, mark } = setUp((some) =>
    some.some((id) => missing.has(id)) ? gone : undefined,
  );
  expect(await markUnreadAgain(app, ids(2 * portion), mark)).toBe(true);
  expect([unread.size, shown.at(-1)]).toEqual([1998, "1,998 of 2,000 messages are unread."]);
});

test("a server that refuses everything isn't asked for each message", async () => {
  const { unread, sizes, app, mark } = setUp(() => gone);
  expect(await markUnreadAgain(app, ids(20 * portion), mark)).toBe(false);
  expect([unread.size, sizes.length]).toEqual([0, 101]);
  expect(app.toasts.value.at(-1)?.text).toMatch(/^0 of 20,000 messages are unread\. Invalid/);
});

test.each([
  ["newer", { towards: "newer", id: 3 }, ["3 true", "5 false", "7 false"]],
  ["older", { towards: "older" }, ["newest true", "6 false", "4 false"]],
] as const)("a narrow of many thousands is marked to its end, towards what is %s", async (_, from, asked) => {
  const requests: string[] = [];
  const fetching = jest.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    if (!String(url).endsWith("/messages/flags/narrow"))
      return Response.json({ result: "success", csrf_token: "token" });
    const form = new URLSearchParams(String(init?.body));
    requests.push(`${form.get("anchor")?.replaceAll('"', "")} ${form.get("include_anchor")}`);
    const at = requests.length;
    return Response.json({
      result: "success",
      updated_count: 2,
      first_processed_id: 8 - 2 * at,
      last_processed_id: 3 + 2 * at,
      found_oldest: at === 3,
      found_newest: at === 3,
    });
  });
  const { shown, app } = setUp();
  expect(await markNarrowUnread(app, [{ operator: "channel", operand: 9 }], from)).toBe(true);
  expect([requests, shown.at(-1)]).toEqual([asked, "6 messages are unread."]);
  fetching.mockRestore();
});

test.each([
  ["one request is confirmed", 1, "Marked."],
  ["several end with their number, which nothing replaces", 3, "6 messages are unread."],
])("marking a narrow as unread: %s", async (_, count, last) => {
  let requests = 0;
  const fetching = jest.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
    if (String(url).endsWith("/messages/flags/narrow")) requests += 1;
    const found = { updated_count: 2, first_processed_id: 4, last_processed_id: 5 };
    return Response.json({ result: "success", csrf_token: "t", ...found, found_newest: requests === count });
  });
  const { shown, app } = setUp();
  const from = { towards: "newer", id: 3 } as const;
  await markNarrowUnread(app, [{ operator: "channel", operand: 9 }], from, "Marked.");
  expect([requests, shown.at(-1)]).toEqual([count, last]);
  fetching.mockRestore();
});

test("work of unknown size goes on until its last step, too", async () => {
  const { shown, app } = setUp();
  const step = async (from: number) => ({ count: 5000, next: from < 3 ? from + 1 : undefined });
  expect(await markInSteps(app, { from: 1, step })).toBe(true);
  expect(shown).toEqual([
    "Marking as unread: 5,000…",
    "Marking as unread: 10,000…",
    "15,000 messages are unread.",
  ]);
});
