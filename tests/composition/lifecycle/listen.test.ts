import { existsSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { listen } from "../../../src/composition/lifecycle/listen";

const systemsLimit = "/proc/sys/net/core/somaxconn";
const connections = "/proc/net/tcp";
/** Linux's number of a connection that the server hasn't answered. */
const unanswered = "02";

const onLinux = existsSync(systemsLimit) ? test : test.skip;

onLinux("a thousand clients may connect before the server accepts the first", async () => {
  const server = createServer();
  const port = await listen(server, "PARLEY", { host: "127.0.0.1", port: 0 });
  const most = Math.min(1000, Number(readFileSync(systemsLimit, "utf8")));
  const clients = Array.from({ length: most }, () => connect(port, "127.0.0.1"));
  try {
    // Clients connect before this, and the event loop accepts nobody until the test waits for it.
    await new Promise(process.nextTick);
    const there = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
    const statesNow = () =>
      readFileSync(connections, "utf8")
        .split("\n")
        .map((line) => line.trim().split(/\s+/))
        .filter(([, , remote]) => remote === there)
        .map(([, , , state]) => state);
    // The kernel's list may skip some while other programs connect.
    const looks = Array.from({ length: 20 }, statesNow);
    const states = looks.find(({ length }) => length === most) ?? [];
    expect(states).toHaveLength(most);
    expect(states.filter((state) => state === unanswered)).toEqual([]);
  } finally {
    for (const client of clients) client.destroy();
    server.close();
  }
});
