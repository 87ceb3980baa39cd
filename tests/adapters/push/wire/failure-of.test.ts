import { failureOf } from "../../../../src/adapters/push/wire/call";

test("a failure says what the service answered, as far as somebody would read it", () => {
  const answer = { status: 503, retryAfter: 5000, body: "x".repeat(1_000_000) };
  const { detail, ...failure } = failureOf("push.example.com", answer);
  expect(failure).toEqual({ outcome: "broken", retryAfter: 5000 });
  expect(detail).toBe(`push.example.com answered 503: ${"x".repeat(300)}`);
  expect(failureOf("push.example.com", { ...answer, status: 410, retryAfter: undefined }).outcome).toBe(
    "refused",
  );
});
