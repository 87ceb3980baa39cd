import { timed } from "../../../src/adapters/decorators/timed";
import { memoryMetrics } from "../../support/application/memory-metrics";

interface Reader {
  find(realmId: number, id: number): Promise<string>;
  peek(id: number): string;
  readonly limit: number;
}

let now: number;
let metrics: ReturnType<typeof memoryMetrics>;

const reader: Reader = {
  limit: 7,
  find: async (realmId, id) => {
    now += 20;
    if (id === 404) throw new Error("gone");
    return `${realmId}/${id}`;
  },
  peek: (id) => {
    now += 1;
    if (id === 404) throw new Error("gone at once");
    return `here ${id}`;
  },
};
const watched = () => timed(reader, "things", metrics, () => now);
const figures = (method: string) => ({
  calls: metrics.counted("port_calls_total", { port: "things", method }),
  errors: metrics.counted("port_errors_total", { port: "things", method }),
  seconds: metrics.observed("port_call_seconds", { port: "things", method }),
});

beforeEach(() => {
  now = 0;
  metrics = memoryMetrics();
});

test("each method's figures begin at zero, so that the first call or error shows in their rates", () => {
  watched();
  for (const name of ["port_calls_total", "port_errors_total", "port_call_seconds"] as const)
    for (const method of ["find", "peek"])
      expect(metrics.isStarted(name, { port: "things", method })).toBe(true);
});

test("each call is counted and timed by method until it settles", async () => {
  const port = watched();
  expect(await port.find(1, 2)).toBe("1/2");
  expect(await port.find(3, 4)).toBe("3/4");
  expect(port.peek(5)).toBe("here 5");
  expect(figures("find")).toEqual({ calls: 2, errors: 0, seconds: [0.02, 0.02] });
  expect(figures("peek")).toEqual({ calls: 1, errors: 0, seconds: [0.001] });
});

test("a failing call is counted as an error and fails as before", async () => {
  const port = watched();
  await expect(port.find(1, 404)).rejects.toThrow("gone");
  expect(() => port.peek(404)).toThrow("gone at once");
  expect(figures("find")).toEqual({ calls: 1, errors: 1, seconds: [0.02] });
  expect(figures("peek")).toEqual({ calls: 1, errors: 1, seconds: [0.001] });
});

test("other members stay, and none are added", () => {
  expect(Object.keys(watched())).toEqual(["limit", "find", "peek"]);
  expect(watched().limit).toBe(7);
});

test("wrapped methods don't depend on `this`", async () => {
  const { find } = watched();
  expect(await find(1, 2)).toBe("1/2");
});

test("refuses an instance of a class, whose methods would be lost", () => {
  class Things {
    find = async () => "";
  }
  expect(() => timed(new Things(), "things", metrics)).toThrow("literal objects");
});
