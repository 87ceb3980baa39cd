import { EncodingSlices, type Steps } from "../../../../src/adapters/zulip-wire/events/encoding-slices";

afterEach(() => jest.restoreAllMocks());

/** An encoding of so many steps, each of a slice's time and ten characters. */
class Encoding implements Steps<string> {
  length = 0;
  begun = 0;
  private steps = 0;

  constructor(
    private readonly count: number,
    readonly result: string,
    private readonly beforeStep: () => void,
  ) {}

  step(): boolean {
    this.beforeStep();
    if (this.steps === 0) this.begun += 1;
    this.steps += 1;
    this.length = this.steps * 10;
    return this.steps === this.count;
  }

  restart(): void {
    this.steps = 0;
    this.length = 0;
  }
}

/** Begins encodings of so many steps together. */
const crowd = (most: number, counts: readonly number[]) => {
  let milliseconds = 0;
  jest.spyOn(performance, "now").mockImplementation(() => milliseconds);
  const slices = new EncodingSlices(most);
  const encodings: Encoding[] = [];
  let peak = 0;
  const look = () => {
    milliseconds += 5;
    peak = Math.max(
      peak,
      encodings.reduce((sum, { length }) => sum + length, 0),
    );
  };
  const finished: string[] = [];
  const results = counts.map(async (count, index) => {
    const encoding = new Encoding(count, `${index}`, look);
    encodings.push(encoding);
    finished.push(await slices.run(`requester ${index}`, encoding));
    encoding.length = 0;
  });
  return Promise.all(results).then(() => ({ peak, finished, begun: encodings.map(({ begun }) => begun) }));
};

test("a crowd's long answers hold no more together than the limit and the one that is being finished", async () => {
  const { peak, finished } = await crowd(
    200,
    Array.from({ length: 100 }, () => 10),
  );
  expect(finished).toHaveLength(100);
  expect(peak).toBeLessThanOrEqual(200 + 100 + 10);
});

test("within the limit, answers take turns, so that a short one doesn't wait for a long one", async () => {
  const { finished, begun } = await crowd(1000, [50, 2, 3]);
  expect(finished).toEqual(["1", "2", "0"]);
  expect(begun).toEqual([1, 1, 1]);
});

test("an answer that fails lets the others go on", async () => {
  const slices = new EncodingSlices(100);
  let milliseconds = 0;
  jest.spyOn(performance, "now").mockImplementation(() => milliseconds);
  const slow = () => {
    milliseconds += 5;
  };
  const failing = new Encoding(3, "failing", () => {
    slow();
    if (milliseconds > 10) throw new Error("It can't be encoded");
  });
  const first = slices.run("ann", failing);
  const second = slices.run("ben", new Encoding(3, "ben's", slow));
  await expect(first).rejects.toThrow("It can't be encoded");
  expect(await second).toBe("ben's");
});
