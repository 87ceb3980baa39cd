import {
  mergedPolicy,
  raisedPolicy,
  type TopicPolicy,
  topicActions,
  topicPolicies,
} from "../../../src/domain/topics/topic-policy";

type Action = (typeof topicActions)[number];

const raised = (
  follow: Action | "never",
  unmute: Action | "never",
  policy: TopicPolicy,
  isChannelMuted: boolean,
  action: Action,
) =>
  raisedPolicy(
    {
      automaticallyFollowTopicsPolicy: follow,
      automaticallyUnmuteTopicsInMutedChannelsPolicy: unmute,
    },
    { policy, isChannelMuted },
    action,
  );

test.each([
  ["take part", ["take part", "send", "start"]],
  ["send", ["send", "start"]],
  ["start", ["start"]],
  ["never", []],
] as const)("the setting %j follows topics after these actions: %j", (follow, actions) => {
  for (const action of topicActions)
    expect([action, raised(follow, "never", "inherit", false, action)]).toEqual([
      action,
      (actions as readonly string[]).includes(action) ? "followed" : undefined,
    ]);
});

test("topics are unmuted in muted channels only", () => {
  expect(raised("never", "send", "inherit", true, "send")).toBe("unmuted");
  expect(raised("never", "send", "inherit", false, "send")).toBeUndefined();
  expect(raised("never", "send", "muted", true, "send")).toBe("unmuted");
});

test("following comes before unmuting, and a topic never becomes less visible", () => {
  expect(raised("send", "send", "unmuted", true, "send")).toBe("followed");
  for (const action of topicActions) {
    expect(raised("take part", "take part", "followed", true, action)).toBeUndefined();
    expect(raised("never", "take part", "unmuted", true, action)).toBeUndefined();
  }
});

test("a topic with a policy of its own counts as sent to, not as started", () => {
  expect(raised("start", "never", "muted", false, "start")).toBeUndefined();
  expect(raised("send", "never", "muted", false, "start")).toBe("followed");
});

test("merging topics keeps the more visible policy; only two muted topics stay muted", () => {
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
