import { EventInterest } from "../../../src/adapters/wakeup/event-interest";
import { fixedClock } from "../../support/application/fakes";

test("a request for a realm's events holds for a minute, and is repeated before that", () => {
  const clock = fixedClock();
  const interest = new EventInterest(clock);
  interest.markWanted(1);
  expect([interest.isDue(1), interest.isDue(1)]).toEqual([true, false]);
  clock.advance(20_000);
  expect([interest.areWanted(1), interest.isDue(1)]).toEqual([true, true]);
  clock.advance(40_000);
  expect(interest.areWanted(1)).toBe(false);
});

test("only so many realms are remembered: those heard of longest ago are forgotten", () => {
  const interest = new EventInterest(fixedClock());
  for (let realmId = 1; realmId <= 10_001; realmId += 1) interest.markWanted(realmId);
  expect([interest.areWanted(1), interest.areWanted(2), interest.areWanted(10_001)]).toEqual([
    false,
    true,
    true,
  ]);
});
