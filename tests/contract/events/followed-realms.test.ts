import type { BusConnection } from "../../../src/adapters/wakeup/bus";
import { FollowedRealms } from "../../../src/adapters/wakeup/followed-realms";
import { fixedClock } from "../../support/application/fakes";

const minute = 60_000;

/** A connection that records its requests, and a function that closes it. */
const aConnection = () => {
  const asked: string[] = [];
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const connection: BusConnection = {
    ended,
    follow: async (realmIds) => asked.push(`follow ${realmIds.join(" ")}`),
    leave: async (realmId) => asked.push(`leave ${realmId}`),
    check: async () => undefined,
    close: async () => undefined,
  };
  return { connection, asked, end };
};

test("follows a realm for 45 more minutes after it is released, because its presence is stored that long", async () => {
  const clock = fixedClock();
  const realms = new FollowedRealms(clock);
  const { connection, asked } = aConnection();
  await realms.begin(connection);
  for (const realmId of [1, 2, 3]) await realms.follow(realmId);
  await realms.leave(1);
  clock.advance(44 * minute);
  await realms.leave(2);
  expect(asked).toEqual(["follow ", "follow 1", "follow 2", "follow 3"]);
  clock.advance(2 * minute);
  await realms.leave(3);
  expect(asked.slice(4)).toEqual(["leave 1"]);
});

test("a realm that is needed again meanwhile stays followed without a second subscription", async () => {
  const clock = fixedClock();
  const realms = new FollowedRealms(clock);
  const { connection, asked } = aConnection();
  await realms.begin(connection);
  await realms.follow(1);
  await realms.leave(1);
  await realms.follow(1);
  clock.advance(60 * minute);
  await realms.leave(2);
  expect(asked).toEqual(["follow ", "follow 1"]);
});

test("a new connection follows all of them, and a closed one gets no requests", async () => {
  const realms = new FollowedRealms(fixedClock());
  const first = aConnection();
  await realms.begin(first.connection);
  await realms.follow(1);
  first.end();
  await first.connection.ended;
  await realms.follow(2);
  expect(first.asked).toEqual(["follow ", "follow 1"]);
  const second = aConnection();
  await realms.begin(second.connection);
  expect(second.asked).toEqual(["follow 1 2"]);
});
