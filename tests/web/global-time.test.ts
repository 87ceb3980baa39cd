import { timeMention } from "../../web/src/views/compose/global-time";

test.each([
  ["2026-11-27T09:00:00Z", 60, "<time:2026-11-27T10:00:00+01:00>"],
  ["2026-11-27T09:00:00Z", 0, "<time:2026-11-27T09:00:00+00:00>"],
  ["2026-11-27T02:00:00Z", -210, "<time:2026-11-26T22:30:00-03:30>"],
])(
  "a time is written as it is here, with its distance from UTC: %s, %i minutes east",
  (at, minutes, mention) => {
    jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-minutes);
    expect(timeMention(Date.parse(at))).toBe(mention);
  },
);
