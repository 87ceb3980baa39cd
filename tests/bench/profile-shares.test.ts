import type { Profiler } from "node:inspector";
import { sharesOf } from "../../bench/profile/shares";

const node = (
  id: number,
  functionName: string,
  url: string,
  children: number[] = [],
): Profiler.ProfileNode => ({
  id,
  children,
  callFrame: { functionName, url, scriptId: "0", lineNumber: 0, columnNumber: 0 },
});

test("a profile's time is divided by the code that spends it, without waiting and without the profiler", () => {
  const nodes = [
    node(1, "(root)", "", [2, 6, 7, 8]),
    node(2, "handle", "file:///app/dist/src/adapters/http/server.js", [3]),
    node(3, "query", "/app/node_modules/pg/lib/client.js", [4]),
    node(4, "send", "/app/node_modules/knex/lib/client.js", [5]),
    node(5, "writev", ""),
    node(6, "(garbage collector)", ""),
    node(7, "(idle)", ""),
    node(8, "post", "node:inspector"),
  ];
  const samples = [2, 3, 4, 5, 6, 7, 8];
  const timeDeltas = [10, 20, 20, 30, 20, 1000, 500];
  expect(sharesOf({ nodes, samples, timeDeltas, startTime: 0, endTime: 1600 })).toEqual([
    { what: "knex and pg", itself: 0.4, within: 0.7 },
    { what: "writing to sockets", itself: 0.3, within: 0.3 },
    { what: "garbage collection", itself: 0.2, within: 0.2 },
    { what: "src/adapters/http", itself: 0.1, within: 0.8 },
    { what: "the rest of Node and V8", itself: 0, within: 1 },
  ]);
});
