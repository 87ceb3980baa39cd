import { get } from "../../web/src/api/http";
import { watchSession } from "../../web/src/app/watch-session";

/** Answers with the user who is logged in, and refuses everything else. */
const loggedInAs = (userId: number | undefined): jest.SpyInstance =>
  jest
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (url) =>
      String(url).endsWith("/session") && userId !== undefined
        ? Response.json({ result: "success", msg: "", user_id: userId, csrf_token: "token" })
        : Response.json({ result: "error", code: "UNAUTHORIZED", msg: "Not logged in" }, { status: 401 }),
    );

const watched = (): jest.Mock => {
  const expire = jest.fn();
  watchSession({ store: { ownId: 7 }, expire } as unknown as Parameters<typeof watchSession>[0]);
  return expire;
};

const refused = async (): Promise<void> => {
  await expect(get("/messages")).rejects.toThrow("Not logged in");
  await jest.advanceTimersByTimeAsync(1000);
};

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] }));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test.each([
  ["somebody else has", 8, 1],
  ["nobody has", undefined, 1],
  ["the user has again", 7, 0],
])("a refused request ends the window if %s logged in", async (_, userId, times) => {
  const expire = watched();
  loggedInAs(userId);
  await refused();
  expect(expire).toHaveBeenCalledTimes(times);
});

test("many refused requests ask once", async () => {
  watched();
  const asked = loggedInAs(7);
  await Promise.all([1, 2, 3].map(() => get("/messages").catch(() => undefined)));
  await jest.advanceTimersByTimeAsync(1000);
  expect(asked.mock.calls.filter(([url]) => String(url).endsWith("/session"))).toHaveLength(1);
});

test("without an answer, the next refusal asks again", async () => {
  const expire = watched();
  const asked = loggedInAs(8);
  asked.mockImplementationOnce(async () => Response.json({ msg: "Not logged in" }, { status: 401 }));
  asked.mockImplementationOnce(async () => Promise.reject(new TypeError("Failed to fetch")));
  await refused();
  expect(expire).not.toHaveBeenCalled();
  await refused();
  expect(expire).toHaveBeenCalledTimes(1);
});
