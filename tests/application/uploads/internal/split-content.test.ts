import { splitContent } from "../../../../src/application/uploads/internal/split-content";
import fc from "../../../support/random/fast-check";

test("splits content into parts of the given size without changing it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 20 })),
      fc.integer({ min: 1, max: 25 }),
      async (pieces, most) => {
        const whole = Buffer.concat(pieces);
        const parts: Buffer[] = [];
        const content = (async function* () {
          yield* pieces;
        })();
        for await (const part of splitContent(content, most)) {
          const found: Uint8Array[] = [];
          for await (const piece of part) found.push(piece);
          parts.push(Buffer.concat(found));
        }
        expect(Buffer.concat(parts)).toEqual(whole);
        for (const part of parts.slice(0, -1)) expect(part.length).toBe(most);
        expect((parts.at(-1) ?? Buffer.of()).length).toBeLessThanOrEqual(most);
      },
    ),
  );
});
