import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { type Codec, entity, optional, withDefaults } from "../../../src/domain/codec/codec";
import { memoized } from "../../../src/domain/codec/memoized";
import { storedAsNumber } from "../../../src/domain/codec/stored-numbers";

interface Look {
  readonly color: "automatic" | "dark";
  readonly size: number;
  readonly font?: string;
}

const plain: Codec<Look> = withDefaults(
  entity<Look>({
    color: storedAsNumber({ automatic: 1, dark: 2 }),
    size: t.number,
    font: optional(t.string),
  }),
  { size: 16 },
);
const codec = memoized(plain);
const read = (value: unknown): Look | undefined => {
  const result = codec.decode(value);
  return E.isLeft(result) ? undefined : result.right;
};

test("objects that are alike become one value", () => {
  const first = read({ color: 2, size: 12 });
  expect(first).toEqual({ color: "dark", size: 12 });
  expect(read({ size: 12, color: 2 })).toBe(first);
});

test.each<readonly [string, object, Look]>([
  ["another value", { color: 1, size: 12 }, { color: "automatic", size: 12 }],
  ["a field less", { color: 2 }, { color: "dark", size: 16 }],
  ["a field more", { color: 2, size: 12, font: "serif" }, { color: "dark", size: 12, font: "serif" }],
])("an object with %s is read by itself", (_, stored, value) => {
  read({ color: 2, size: 12 });
  expect(codec.decode(stored)).toEqual(E.right(value));
});

test("an object that can't be read never becomes one that can", () => {
  for (const bad of [{ color: 3, size: 12 }, "dark", null])
    for (const _ of [1, 2]) expect(E.isLeft(codec.decode(bad))).toBe(true);
});
