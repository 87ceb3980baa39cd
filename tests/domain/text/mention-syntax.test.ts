import { narrowUrl } from "../../../src/domain/narrow/narrow-url";
import { mentionedId, namesInSource } from "../../../src/domain/text/mention-syntax";

test("finds the names in a source", () => {
  const named = namesInSource(
    "@**Ada|7** @_**all** @*support* #**a>b>c** #**d** #**e>@5** `@**x**` @ # ** plain",
  );
  expect(named).toEqual({
    users: new Set(["Ada|7", "all", "x"]),
    groups: new Set(["support"]),
    channels: new Set(["a", "a>b>c", "d", "e", "e>@5"]),
    topics: [
      { channel: "a", topic: "b>c" },
      { channel: "e", topic: "@5" },
    ],
  });
  expect(namesInSource("nothing here")).toEqual(namesInSource(""));
});

test("a mention may give an id", () => {
  expect(mentionedId("Ada|7")).toBe(7);
  expect(mentionedId("|7")).toBe(7);
  expect(mentionedId("A|b|7")).toBe(7);
  expect(mentionedId("Ada")).toBeUndefined();
  expect(mentionedId("Ada|x")).toBeUndefined();
});

test("URLs of channels and topics survive in a fragment", () => {
  const channel = { id: 5, name: "R&D v1.2 (new)" };
  expect(narrowUrl(channel)).toBe("/#narrow/channel/5-R.26D-v1.2E2-.28new.29");
  expect(narrowUrl(channel, "a/b 100%")).toBe(
    "/#narrow/channel/5-R.26D-v1.2E2-.28new.29/topic/a.2Fb.20100.25",
  );
  expect(narrowUrl({ id: 1, name: "é" }, "", { operator: "near", messageId: 9 })).toBe(
    "/#narrow/channel/1-.C3.A9/topic//near/9",
  );
});
