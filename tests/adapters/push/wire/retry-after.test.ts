import { retryAfterOf } from "../../../../src/adapters/push/wire/call";

const now = Date.UTC(2026, 0, 31, 12);
const hour = 3_600_000;

test.each([
  ["90", 90_000],
  ["Sat, 31 Jan 2026 12:05:00 GMT", 300_000],
  ["Sat, 31 Jan 2026 11:00:00 GMT", undefined],
  ["soon", undefined],
  ["-5", undefined],
  [undefined, undefined],
])("a service that asks to wait %j waits %j milliseconds", (header, wait) => {
  expect(retryAfterOf(header, now)).toBe(wait);
});

test.each(["999999", "Fri, 31 Dec 9999 23:59:59 GMT"])(
  "no service makes notifications wait until %s",
  (header) => {
    expect(retryAfterOf(header, now)).toBe(hour);
  },
);
