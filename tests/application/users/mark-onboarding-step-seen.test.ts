import { markOnboardingStepSeen } from "../../../src/application/users/mark-onboarding-step-seen";
import { onboardingSteps, remainingSteps } from "../../../src/domain/users/onboarding-step";
import { memoryRealm } from "../../support/application/memory-realm";

test("a step is marked as seen once, and the event has the remaining ones", async () => {
  const { ben, eventsOf } = await memoryRealm({ people: { ben: "member" } });
  const [step = "", next = ""] = onboardingSteps;
  const see = (seen: string) => eventsOf(() => ben.does(markOnboardingStepSeen, seen));
  const event = { type: "onboarding_step_seen", userId: ben.id };
  expect(await see(step)).toEqual([{ ...event, step, remaining: remainingSteps([step]) }]);
  expect(await see(step)).toEqual([]);
  expect(await see(next)).toEqual([{ ...event, step: next, remaining: remainingSteps([step, next]) }]);
  expect(await ben.isRefused(markOnboardingStepSeen, "nonsense")).toBe("Unknown onboarding_step: nonsense");
});
