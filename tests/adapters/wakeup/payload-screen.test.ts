import { PayloadScreen } from "../../../src/adapters/wakeup/payload-screen";
import { fixedClock } from "../../support/application/fakes";

const setUp = () => {
  const clock = fixedClock();
  const errors: unknown[] = [];
  const screen = new PayloadScreen(clock, (error) => errors.push(error));
  const admits = (from: string, number: number, age = 0) =>
    screen.admits({ from, number, sentAt: clock.now() - age });
  return { clock, errors, admits };
};

test("each payload of a sender is admitted once, in order", () => {
  const { admits, errors } = setUp();
  expect([1, 2, 5, 5, 3, 6].map((number) => admits("ada", number))).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(admits("ben", 1)).toBe(true);
  expect(errors).toEqual([]);
});

test("a payload is admitted for a minute, by clocks that differ by up to a minute", () => {
  const { admits } = setUp();
  expect([60_000, 60_001, -60_000, -60_001].map((age, index) => admits(`sender ${index}`, 1, age))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("a time that is too far away is reported once, and neither counts as the sender's newest", () => {
  const { admits, errors } = setUp();
  expect([admits("ada", 9, 90_000), admits("ben", 9, -90_000), admits("ada", 1)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(errors).toHaveLength(1);
});

test("the senders it remembers are bounded: those it hasn't heard for longest are forgotten", () => {
  const { admits } = setUp();
  admits("first", 1);
  admits("second", 1);
  admits("first", 2);
  for (let index = 0; index < 999; index += 1) admits(`sender ${index}`, 1);
  expect([admits("first", 2), admits("second", 1)]).toEqual([false, true]);
});
