import {
  mergedPolicy,
  raisedPolicy,
  type TopicPolicy,
  topicDeeds,
  topicPolicies,
} from "../../src/domain/topic-policy";

const raised = (
  follow: number,
  unmute: number,
  policy: TopicPolicy,
  isChannelMuted: boolean,
  deed: (typeof topicDeeds)[number],
) =>
  raisedPolicy(
    {
      automaticallyFollowTopicsPolicy: follow,
      automaticallyUnmuteTopicsInMutedStreamsPolicy: unmute,
    },
    { policy, isChannelMuted },
    deed,
  );

test.each([
  [1, ["take part", "send", "start"]],
  [2, ["send", "start"]],
  [3, ["start"]],
  [4, []],
] as const)("the setting %d follows topics by these deeds: %j", (follow, deeds) => {
  for (const deed of topicDeeds)
    expect([deed, raised(follow, 4, "inherit", false, deed)]).toEqual([
      deed,
      (deeds as readonly string[]).includes(deed) ? "followed" : undefined,
    ]);
});

test("topics are unmuted in muted channels only", () => {
  expect(raised(4, 2, "inherit", true, "send")).toBe("unmuted");
  expect(raised(4, 2, "inherit", false, "send")).toBeUndefined();
  expect(raised(4, 2, "muted", true, "send")).toBe("unmuted");
});

test("following comes before unmuting, and a topic never becomes less visible", () => {
  expect(raised(2, 2, "unmuted", true, "send")).toBe("followed");
  for (const deed of topicDeeds) {
    expect(raised(1, 1, "followed", true, deed)).toBeUndefined();
    expect(raised(4, 1, "unmuted", true, deed)).toBeUndefined();
  }
});

test("a topic that one has set by hand isn't started again", () => {
  expect(raised(3, 4, "muted", false, "start")).toBeUndefined();
  expect(raised(2, 4, "muted", false, "start")).toBe("followed");
});

test("two topics become one: the more visible policy stays, and muting takes both", () => {
  for (const a of topicPolicies)
    for (const b of topicPolicies) {
      const expected =
        a === b
          ? a
          : [a, b].includes("followed")
            ? "followed"
            : [a, b].includes("unmuted")
              ? "unmuted"
              : "inherit";
      expect(mergedPolicy(a, b)).toBe(expected);
    }
});
