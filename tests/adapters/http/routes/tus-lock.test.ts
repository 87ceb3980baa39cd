import { storedLocks } from "../../../../src/adapters/http/routes/tus-lock";

const busy = { code: "SERVER_BUSY" };

test("a request whose client has left stops waiting for the upload that another request holds", async () => {
  let asked = 0;
  const locks = storedLocks({
    hold: () => ({
      begin: async () => {
        asked += 1;
        return false;
      },
      extend: async () => false,
      end: async () => {},
    }),
    isGone: () => asked >= 2,
    busy,
    onError: (error) => {
      throw error;
    },
  });
  const waiting = locks.newLock("1/a/b.txt").lock(new AbortController().signal, () => {});
  await expect(waiting).rejects.toBe(busy);
  expect(asked).toBe(2);
});
