import {
  connectionName,
  isHere,
  readConnectionName,
  servingName,
} from "../../../../../src/adapters/persistence/knex/database/connection-name";

test("the name of a connection says which process it belongs to, and what that serves with", () => {
  const serving = { wakeup: "nats", storage: "disk", serverPid: 12 };
  const [command, server] = [connectionName, servingName(serving)].map(readConnectionName);
  expect(command).toMatchObject({ pid: process.pid, serving: undefined });
  expect(server).toMatchObject({ pid: process.pid, serving });
  for (const one of [command, server]) expect(one && isHere(one)).toBe(true);
  expect(connectionName.length).toBeLessThanOrEqual(63);
});

test("names of other machines, and of other programs, are told apart", () => {
  const other = readConnectionName("parley 1 redis/s3/1 node-2");
  expect(other).toEqual({
    pid: 1,
    host: "node-2",
    serving: { wakeup: "redis", storage: "s3", serverPid: 1 },
  });
  expect(other && isHere(other)).toBe(false);
  for (const name of ["parley chaos", "psql", "parley x host", ""])
    expect(readConnectionName(name)).toBeUndefined();
});
