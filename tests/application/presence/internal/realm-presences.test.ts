import { RealmPresences } from "../../../../src/application/presence/internal/realm-presences";

test("updates that later ones of the same user replaced are forgotten", () => {
  const presences = new RealmPresences(new Map(), 0);
  for (let now = 1; now <= 10_000; now += 1) presences.publish(1, { activeAt: now, idleAt: now }, now);
  const { updates } = presences as unknown as { readonly updates: readonly unknown[] };
  expect(updates.length).toBeLessThan(2000);
});
