import { selectLinks } from "../../../src/domain/topics/topic-link";
import fc from "../../support/random/fast-check";

const link = (start: number, text: string, url = "https://example.com") => ({ start, text, url });

test("the first of overlapping candidates wins, and links are in the order of the text", () => {
  const found = [link(6, "beta"), link(0, "alpha"), link(4, "a b"), link(8, "t"), link(11, "gamma")];
  expect(selectLinks(found).map(({ text }) => text)).toEqual(["alpha", "beta", "gamma"]);
});

test("links side by side don't overlap", () => {
  expect(selectLinks([link(3, "def"), link(0, "abc"), link(6, "g")])).toHaveLength(3);
});

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>",
  "vbscript:x",
])("%j isn't a link, so an overlapping candidate takes its place", (url) => {
  expect(selectLinks([link(0, "text", url), link(0, "text", "/x")])).toEqual([{ text: "text", url: "/x" }]);
});

test("selected links never overlap, and each omitted one overlaps an earlier one", () => {
  const found = fc.array(fc.record({ start: fc.nat(30), length: fc.integer({ min: 1, max: 6 }) }));
  fc.assert(
    fc.property(found, (places) => {
      const links = places.map(({ start, length }, index) => ({
        start,
        text: `${index}`.padEnd(length, " ").slice(0, length),
        url: `${index}`,
      }));
      const kept = new Set(selectLinks(links).map(({ url }) => Number(url)));
      const meet = (a: number, b: number): boolean => {
        const [one, other] = [places[a], places[b]];
        if (!one || !other) return false;
        return one.start < other.start + other.length && other.start < one.start + one.length;
      };
      for (const index of places.keys()) {
        const winners = [...kept].filter((one) => one !== index && meet(one, index));
        if (kept.has(index)) expect(winners).toEqual([]);
        else expect(winners.some((one) => one < index)).toBe(true);
      }
    }),
  );
});
