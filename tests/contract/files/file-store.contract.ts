import { createHash, randomBytes } from "node:crypto";
import type { Bytes, FileStore } from "../../../src/application/ports/files/file-store";
import fc from "../../support/random/fast-check";

async function* pieces(...parts: readonly (Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

const whole = async (content: Bytes | undefined): Promise<Buffer | undefined> => {
  if (content === undefined) return undefined;
  const found: Uint8Array[] = [];
  for await (const piece of content) found.push(piece);
  return Buffer.concat(found);
};
const text = async (content: Bytes | undefined) => (await whole(content))?.toString();

const keysUnder = async (store: FileStore, prefix: string): Promise<readonly string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
};

/** Larger than one part of an S3 upload, so that it arrives in several. */
const large = 12 * 1024 * 1024 + 7;

/** What a test server can't do, although the store sends the right request. */
interface Known {
  /** s3rver answers with the whole file to a request for just its first byte. */
  readonly confusesFirstByte?: boolean;
}

export const fileStoreContract = (open: () => FileStore, known: () => Known = () => ({})): void => {
  test("returns a file as written, with its size and time", async () => {
    const store = open();
    const before = Date.now();
    expect(await store.put("a/hello.txt", pieces(Buffer.from("hel"), Buffer.from("lo")))).toBe(5);
    expect(await text(await store.open("a/hello.txt"))).toBe("hello");
    const facts = await store.stat("a/hello.txt");
    expect(facts).toMatchObject({ key: "a/hello.txt", size: 5 });
    // Some stores keep only whole seconds.
    expect(Math.abs((facts?.storedAt ?? 0) - before)).toBeLessThan(5000);
  });

  test("an empty file is a file", async () => {
    const store = open();
    expect(await store.put("a/empty", pieces())).toBe(0);
    expect(await text(await store.open("a/empty"))).toBe("");
    expect(await store.stat("a/empty")).toMatchObject({ size: 0 });
  });

  test("a missing file is absent, and removing it succeeds", async () => {
    const store = open();
    expect(await store.open("a/none")).toBeUndefined();
    expect(await store.stat("a/none")).toBeUndefined();
    await store.remove("a/none");
    await store.put("b/file", pieces(Buffer.from("x")));
    expect(await store.open("b/file/below")).toBeUndefined();
    expect(await store.open("b")).toBeUndefined();
    expect(await store.stat("b")).toBeUndefined();
  });

  test("reads any part of a file", async () => {
    const store = open();
    await store.put("a/digits", pieces(Buffer.from("0123456789")));
    const part = async (first: number, last: number) => text(await store.open("a/digits", { first, last }));
    expect([await part(0, 1), await part(2, 4), await part(9, 9)]).toEqual(["01", "234", "9"]);
    if (!known().confusesFirstByte) expect(await part(0, 0)).toBe("0");
  });

  test("writing again replaces the file, and removing leaves nothing", async () => {
    const store = open();
    await store.put("c/x", pieces(Buffer.from("first")));
    await store.put("c/x", pieces(Buffer.from("second")));
    expect(await text(await store.open("c/x"))).toBe("second");
    await store.remove("c/x");
    expect(await store.open("c/x")).toBeUndefined();
    expect(await keysUnder(store, "c/")).toEqual([]);
  });

  test("an interrupted write leaves nothing and keeps the previous content", async () => {
    const store = open();
    const broken = () => pieces(randomBytes(6 * 1024 * 1024), new Error("broke off"));
    await expect(store.put("f/new", broken())).rejects.toThrow("broke off");
    expect(await store.stat("f/new")).toBeUndefined();
    await store.put("f/old", pieces(Buffer.from("old")));
    await expect(store.put("f/old", broken())).rejects.toThrow("broke off");
    expect(await text(await store.open("f/old"))).toBe("old");
    expect(await keysUnder(store, "f/")).toEqual(["f/old"]);
    expect((await keysUnder(store, "")).filter((key) => key.startsWith("incoming"))).toEqual([]);
  });

  test("large content comes out as it went in", async () => {
    const store = open();
    const content = randomBytes(large);
    const sum = (bytes: Buffer | undefined) =>
      createHash("sha256")
        .update(bytes ?? "")
        .digest("hex");
    const parts = Array.from({ length: Math.ceil(large / 70_001) }, (_, index) =>
      content.subarray(index * 70_001, (index + 1) * 70_001),
    );
    expect(await store.put("g/large", pieces(...parts))).toBe(large);
    expect(sum(await whole(await store.open("g/large")))).toBe(sum(content));
    const last = await whole(await store.open("g/large", { first: large - 3, last: large - 1 }));
    expect(last).toEqual(content.subarray(-3));
  });

  test("a reader may stop early", async () => {
    const store = open();
    await store.put("h/long", pieces(randomBytes(1024 * 1024)));
    for await (const piece of (await store.open("h/long")) ?? []) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(await store.stat("h/long")).toMatchObject({ size: 1024 * 1024 });
  });

  test("keeps names in every script", async () => {
    const store = open();
    const names = ["文書.txt", "документ", "मेरी-फ़ाइल.pdf", "a+b".replace("+", "_"), "été.png"];
    for (const name of names) await store.put(`i/${name}`, pieces(Buffer.from(name)));
    for (const name of names) expect(await text(await store.open(`i/${name}`))).toBe(name);
    expect(await keysUnder(store, "i/")).toEqual(names.map((name) => `i/${name}`).sort());
  });

  test("lists files by a prefix of their keys, in whole words", async () => {
    const store = open();
    for (const key of ["j/1/a", "j/1/b", "j/10/c", "j/2"]) await store.put(key, pieces(Buffer.from("x")));
    expect(await keysUnder(store, "j/")).toEqual(["j/1/a", "j/1/b", "j/10/c", "j/2"]);
    expect(await keysUnder(store, "j/1/")).toEqual(["j/1/a", "j/1/b"]);
    expect(await keysUnder(store, "k/")).toEqual([]);
  });

  test("many callers may write, read and remove at once", async () => {
    const store = open();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const key = `l/${index % 4}/${index}`;
        await store.put(key, pieces(Buffer.from(key)));
        expect(await text(await store.open(key))).toBe(key);
        if (index % 2 === 0) await store.remove(key);
      }),
    );
    expect(await keysUnder(store, "l/")).toHaveLength(10);
  });

  test.each([
    ["nothing", ""],
    ["the folder above", "../x"],
    ["a folder above in between", "a/../../x"],
    ["here", "a/./b"],
    ["the root", "/etc/passwd"],
    ["an empty word", "a//b"],
    ["the end of a folder", "a/"],
    ["a null byte", "a\0b"],
    ["a line break", "a\nb"],
    ["a backslash", "a\\b"],
    ["a percent sign", "a%2fb"],
    ["a question mark", "a?b"],
    ["too long a word", "x".repeat(256)],
  ])("%s is not a valid key", async (_what, key) => {
    const store = open();
    for (const work of [
      () => store.put(key, pieces(Buffer.from("x"))),
      () => store.open(key),
      () => store.stat(key),
      () => store.remove(key),
    ])
      await expect(work()).rejects.toThrow("Not a valid file key");
  });

  test("any content written in any pieces comes back whole", async () => {
    const store = open();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 5 }), async (parts) => {
        const expected = Buffer.concat(parts);
        expect(await store.put("m/x", pieces(...parts))).toBe(expected.length);
        expect(await whole(await store.open("m/x"))).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
};
