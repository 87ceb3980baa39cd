import { rfc6570Templates } from "../../../../src/adapters/linkifiers/rfc6570-templates";
import { linkifier, topicLinks } from "../../../support/application/topic-links";

test("linkifiers give up when templates repeat a match too often", () => {
  const linkifiers = Array.from({ length: 100 }, (_, place) =>
    linkifier(`(?P<x>.+)${"a".repeat(place % 3)}`, `https://e.com/${place}${"{x}".repeat(100)}`),
  );
  const expand = jest.spyOn(rfc6570Templates, "expand");
  topicLinks().linksIn({ linkifiers }, "a".repeat(60));
  expect(expand.mock.calls.length).toBeLessThan(5);
});

test("ordinary linkifiers link all of a topic", () => {
  const linkifiers = Array.from({ length: 40 }, (_, place) =>
    linkifier(`(?P<project>[A-Z]{2,10})${place}-(?P<id>[0-9]{1,8})`, "https://e.com/{project}/{id}"),
  );
  expect(topicLinks().linksIn({ linkifiers }, "See AB29-123, CD3-9, EF39-1, and the others, too.")).toEqual([
    { text: "AB29-123", url: "https://e.com/AB/123" },
    { text: "CD3-9", url: "https://e.com/CD/9" },
    { text: "EF39-1", url: "https://e.com/EF/1" },
  ]);
});
