import * as E from "fp-ts/Either";
import type { UploadLoad, UploadReservation } from "../../../src/application/ports/files/upload-reservations";
import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const uploadReservationsContract = (open: OpenPersistence): void => {
  const begun = async () => {
    const { eventStore, uploadReservations } = open();
    const { id: realmId } = await createRealm(eventStore);
    const hold = (
      path: string,
      more: Partial<UploadReservation> = {},
      now = 0,
      check: (load: UploadLoad) => E.Either<string, undefined> = () => E.right(undefined),
    ) =>
      uploadReservations.reserve(
        { realmId, path: `${realmId}/${path}`, ownerId: 1, bytes: 10, expiresAt: 100, ...more },
        now,
        check,
      );
    const loadOf = async (ownerId: number, path = "new") => {
      let seen: UploadLoad | undefined;
      await hold(path, { ownerId, bytes: 1000 }, 0, (load) => {
        seen = load;
        return E.left("only looking");
      });
      return seen;
    };
    return { realmId, uploadReservations, hold, loadOf };
  };

  test("concurrent uploads get room as long as they fit", async () => {
    const { hold, loadOf } = await begun();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        hold(`${index}`, {}, 0, ({ reserved }) => (reserved + 10 > 45 ? E.left("full") : E.right(undefined))),
      ),
    );
    expect(outcomes.filter(E.isRight)).toHaveLength(4);
    expect(outcomes.filter((one) => !E.isRight(one))).toEqual(
      Array.from({ length: 8 }, () => E.left("full")),
    );
    expect(await loadOf(1)).toEqual({ used: 0, reserved: 40, byUser: { count: 4, bytes: 40 } });
  });

  test("the check gets everything that others and the user hold in the realm, without the upload itself", async () => {
    const [{ hold, loadOf, uploadReservations, realmId }, elsewhere] = [await begun(), await begun()];
    await elsewhere.hold("a", { bytes: 500 });
    await hold("a");
    await hold("b", { ownerId: 2, bytes: 7 });
    expect(await loadOf(1)).toEqual({ used: 0, reserved: 17, byUser: { count: 1, bytes: 10 } });
    expect(await loadOf(1, "a")).toEqual({ used: 0, reserved: 7, byUser: { count: 0, bytes: 0 } });
    await uploadReservations.release(realmId, `${realmId}/a`);
    expect(await loadOf(1)).toEqual({ used: 0, reserved: 7, byUser: { count: 0, bytes: 0 } });
  });

  test("prolonging a reservation checks the quota only if it grows", async () => {
    const { hold, loadOf } = await begun();
    const never = () => E.left("refused");
    await hold("a");
    expect(await hold("a", { expiresAt: 200 }, 50, never)).toEqual(E.right(undefined));
    expect(await hold("a", { expiresAt: 300 }, 150, never)).toEqual(E.right(undefined));
    expect(await hold("a", { bytes: 11 }, 150, never)).toEqual(E.left("refused"));
    expect(await hold("a", { bytes: 11 }, 150)).toEqual(E.right(undefined));
    expect(await loadOf(1)).toMatchObject({ reserved: 11 });
  });

  test("a reservation past its end isn't prolonged, and counts until it is released", async () => {
    const { hold, loadOf, uploadReservations, realmId } = await begun();
    const path = `${realmId}/a`;
    const own = async (now: number) =>
      (await uploadReservations.expired(now, 1000)).filter((one) => one.realmId === realmId);
    await hold("a");
    await hold("b", { expiresAt: 101 });
    const going = (now: number) => uploadReservations.amongPaths(realmId, [path, `${realmId}/none`], now);
    expect([await own(99), await going(99)]).toEqual([[], [path]]);
    expect([await own(100), await going(100)]).toEqual([[{ realmId, path }], []]);
    expect((await own(101)).map((one) => one.path)).toEqual([path, `${realmId}/b`]);
    expect(await hold("a", { expiresAt: 500 }, 100)).toEqual(E.left("expired"));
    expect(await loadOf(1)).toMatchObject({ reserved: 20 });
    await uploadReservations.release(realmId, path);
    expect(await hold("a", { expiresAt: 500 }, 100)).toEqual(E.right(undefined));
  });

  test("one request at a time holds an upload, and learns that another one waits", async () => {
    const { hold: reserve, uploadReservations, realmId } = await begun();
    await reserve("a");
    const path = `${realmId}/a`;
    const { hold, extendHold: keep, releaseHold: letGo } = uploadReservations;
    expect(await hold(realmId, path, "first", 60)).toBe(true);
    expect(await keep(realmId, path, "first", 60)).toBe(false);
    const others = await Promise.all(["b", "c", "d"].map((name) => hold(realmId, path, name, 60)));
    expect(others).toEqual([false, false, false]);
    expect(await keep(realmId, path, "first", 60)).toBe(true);
    await letGo(realmId, path, "b");
    expect(await hold(realmId, path, "b", 60)).toBe(false);
    await letGo(realmId, path, "first");
    const free = await Promise.all(["b", "c", "d"].map((name) => hold(realmId, path, name, 60)));
    expect(free.filter((isHeld) => isHeld)).toHaveLength(1);
  });

  test("the former holder of an expired hold learns that it lost it; an upload without a reservation can't be held", async () => {
    const { hold: reserve, uploadReservations, realmId } = await begun();
    await reserve("a");
    const path = `${realmId}/a`;
    const { hold, extendHold: keep, releaseHold: letGo, release } = uploadReservations;
    expect(await hold(realmId, path, "frozen", 0)).toBe(true);
    expect(await hold(realmId, path, "next", 60)).toBe(true);
    expect(await keep(realmId, path, "frozen", 60)).toBe(true);
    expect(await keep(realmId, path, "next", 60)).toBe(false);
    await letGo(realmId, path, "frozen");
    expect(await hold(realmId, path, "third", 60)).toBe(false);
    await release(realmId, path);
    expect(await hold(realmId, path, "third", 60)).toBe(true);
    expect(await keep(realmId, path, "next", 60)).toBe(false);
  });
};
