import {
  connectionName,
  isHere,
  processKey,
  readConnectionName,
  serverKey,
  servingName,
  shortHost,
} from "../../../../../src/adapters/persistence/knex/database/connection-name";

test("the name of a connection says which process it belongs to, and what that serves with", () => {
  const serving = { wakeup: "nats", storage: "disk", serverPid: 12, role: "web" as const };
  const [command, server] = [connectionName, servingName(serving)].map(readConnectionName);
  expect(command).toMatchObject({ pid: process.pid, serving: undefined });
  expect(server).toMatchObject({ pid: process.pid, serving });
  for (const one of [command, server]) expect(one && isHere(one)).toBe(true);
  expect(connectionName.length).toBeLessThanOrEqual(63);
});

test("a process and a server are the same by all names of their connections", () => {
  const serving = { wakeup: "nats", storage: "disk", serverPid: 12 };
  const [command, server] = [connectionName, servingName(serving)].map(readConnectionName);
  expect(command && processKey(command)).toBe(server && processKey(server));
  const keys = ["999", "1000"].map((pid) => {
    const one = readConnectionName(`parley ${pid} nats/disk/12 node-2`);
    return one && serverKey({ host: one.host, serving });
  });
  expect(new Set(keys).size).toBe(1);
});

test("the version before, which knows no roles, reads all the rest; of its names, only the role is unknown", () => {
  const before = /^parley (\d+) (?:([a-z0-9]+)\/([a-z0-9]+)\/(\d+) )?(\S+)$/;
  const name = servingName({ wakeup: "redis", storage: "s3", serverPid: 12, role: "jobs" });
  expect(before.exec(name)?.slice(1, 5)).toEqual([`${process.pid}`, "redis", "s3", "12"]);
  expect(readConnectionName("parley 1 redis/s3/12 node-2")?.serving?.role).toBeUndefined();
});

test("a name without room for the role has its beginning, or none", () => {
  const roleIn = (role: string) => readConnectionName(`parley 7 nats/disk/7 node-2${role}`);
  expect(["/web", "/we", "/w", "/", "/other"].map((role) => roleIn(role)?.serving?.role)).toEqual([
    "web",
    "web",
    "web",
    undefined,
    undefined,
  ]);
  expect(roleIn("/w")?.host).toBe("node-2");
});

test("a role's letter and settings follow, and the version before reads all the rest", () => {
  const serving = { wakeup: "nats", storage: "s3", serverPid: 12, role: "jobs" as const, settings: "pabcd" };
  const name = servingName(serving);
  expect(name).toMatch(/\/jpabcd$/);
  expect(readConnectionName(name)?.serving).toEqual(serving);
  const before = /^parley (\d+) (?:([a-z0-9]+)\/([a-z0-9]+)\/(\d+) )?([^\s/]+)(?:\/([a-z]*))?$/;
  expect(before.exec(name)?.slice(2, 5)).toEqual(["nats", "s3", "12"]);
  expect(before.exec(name)?.[5]).toBe(readConnectionName(name)?.host);
});

test("a name has as many of the settings as there is room for; the version before wrote none", () => {
  const read = (end: string) => {
    const serving = readConnectionName(`parley 7 nats/disk/7 node-2/${end}`)?.serving;
    return [serving?.role, serving?.settings];
  };
  expect(read("wpab")).toEqual(["web", "pab"]);
  expect(read("as")).toEqual(["all", "s"]);
  for (const end of ["w", "we", "web"]) expect(read(end)).toEqual(["web", undefined]);
  const long = servingName({
    wakeup: "postgres",
    storage: "disk",
    serverPid: 12,
    role: "all",
    settings: "p".repeat(60),
  });
  expect(long).toHaveLength(63);
});

test("a long host name is shortened to one that fits into every name, and stays its own", () => {
  const names = ["23", "24"].map((end) => `ip-10-0-1-${end}.eu-central-1.compute.internal`);
  const short = names.map(shortHost);
  expect(new Set(short).size).toBe(2);
  const longest = "parley 4194303 postgres/disk/4194303 ";
  for (const one of short) {
    expect(longest.length + one.length).toBeLessThanOrEqual(63);
    expect(readConnectionName(`${longest}${one}`)?.host).toBe(one);
  }
  expect(shortHost("parley-7d9f8c6b5-x2x4q")).toBe("parley-7d9f8c6b5-x2x4q");
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
