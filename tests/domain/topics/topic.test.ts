import { normalizeTopic, topicLength, withoutResolvedPrefix } from "../../../src/domain/topics/topic";
import { anyCharacter } from "../../support/random/arbitraries/text";
import fc from "../../support/random/fast-check";

const text = fc.string({ unit: anyCharacter, maxLength: 200 });

test("a topic is trimmed", () => {
  expect(normalizeTopic("  swimming turtles ")).toBe("swimming turtles");
  expect(normalizeTopic("   ")).toBe("");
});

test("a topic at the limit stays whole; a longer one is cut with an ellipsis", () => {
  expect(normalizeTopic("é".repeat(60))).toBe("é".repeat(60));
  expect(normalizeTopic("🎉".repeat(61))).toBe(`${"🎉".repeat(57)}...`);
});

test("a topic is never longer than the limit, and normalizing it again changes nothing", () => {
  fc.assert(
    fc.property(text, (topic) => {
      const normal = normalizeTopic(topic);
      expect([...normal].length).toBeLessThanOrEqual(topicLength);
      expect(normalizeTopic(normal)).toBe(normal);
    }),
  );
});

test("only the mark at its beginning says that a topic is resolved", () => {
  expect(withoutResolvedPrefix("✔ lunch")).toBe("lunch");
  expect(withoutResolvedPrefix("lunch ✔ dinner")).toBe("lunch ✔ dinner");
});
