import * as E from "fp-ts/Either";
import { githubWebhook } from "../../../src/adapters/webhooks/incoming/github";
import type { WebhookDelivery } from "../../../src/application/ports/bots/incoming-webhook";
import * as github from "../../support/builders/webhook-payloads/github";

const delivered = (event: string | undefined, payload: unknown, more: Partial<WebhookDelivery> = {}) =>
  githubWebhook.translate({
    payload,
    header: (name) => (name === "X-GitHub-Event" ? event : undefined),
    options: {},
    hasTopic: false,
    ...more,
  });

const tiles = "https://github.example/maps/tiles";

const rows: readonly (readonly [string, object, string, string, string])[] = [
  [
    "push",
    github.push(),
    "push_commits",
    "tiles / main",
    `**mona** [pushed](${tiles}/compare/a...b) 2 commits to \`main\`.\n\n* Fix the estuary ([abc1abc1abc](${tiles}/commit/abc1))\n* Test [it] ([def2def2def](${tiles}/commit/def2))`,
  ],
  [
    "push",
    github.push({ deleted: true, commits: [] }),
    "push_commits",
    "tiles / main",
    "**mona** deleted the branch `main`.",
  ],
  [
    "push",
    github.push({ created: true, commits: [] }),
    "push_commits",
    "tiles / main",
    `**mona** created the branch [main](${tiles}/compare/a...b).`,
  ],
  [
    "push",
    github.push({ ref: "refs/tags/v1", created: true }),
    "push_tags",
    "tiles",
    "**mona** pushed the tag `v1`.",
  ],
  [
    "push",
    github.push({ ref: "refs/tags/v1", deleted: true }),
    "push_tags",
    "tiles",
    "**mona** removed the tag `v1`.",
  ],
  [
    "pull_request",
    github.pullRequest("opened"),
    "opened_or_update_pull_request",
    "tiles / PR #12 Faster tiles",
    `**mona** opened [PR #12](${tiles}/pull/12) from \`faster\` to \`main\`\n\n~~~ quote\nIt is *faster*.\n~~~`,
  ],
  [
    "pull_request",
    github.pullRequest("synchronize"),
    "opened_or_update_pull_request",
    "tiles / PR #12 Faster tiles",
    `**mona** pushed to [PR #12](${tiles}/pull/12)`,
  ],
  [
    "pull_request",
    github.pullRequest("closed", {}, { merged: true }),
    "closed_pull_request",
    "tiles / PR #12 Faster tiles",
    `**mona** merged [PR #12](${tiles}/pull/12)`,
  ],
  [
    "pull_request",
    github.pullRequest("closed"),
    "closed_pull_request",
    "tiles / PR #12 Faster tiles",
    `**mona** closed [PR #12](${tiles}/pull/12) without merging it`,
  ],
  [
    "pull_request",
    github.pullRequest("assigned", { assignee: github.member }),
    "assigned_or_unassigned_pull_request",
    "tiles / PR #12 Faster tiles",
    `**mona** assigned hub to [PR #12](${tiles}/pull/12)`,
  ],
  [
    "pull_request",
    github.pullRequest("review_requested", { requested_team: { name: "cartographers" } }),
    "pull_request_review_requested",
    "tiles / PR #12 Faster tiles",
    `**mona** asked cartographers to review [PR #12](${tiles}/pull/12)`,
  ],
  [
    "pull_request",
    github.pullRequest("ready_for_review"),
    "pull_request_ready_for_review",
    "tiles / PR #12 Faster tiles",
    `**mona** marked [PR #12](${tiles}/pull/12) as ready for review`,
  ],
  [
    "pull_request",
    github.pullRequest("locked"),
    "locked_or_unlocked_pull_request",
    "tiles / PR #12 Faster tiles",
    `**mona** locked [PR #12](${tiles}/pull/12)`,
  ],
  [
    "pull_request",
    github.pullRequest("auto_merge_enabled"),
    "pull_request_auto_merge",
    "tiles / PR #12 Faster tiles",
    `**mona** enabled merging [PR #12](${tiles}/pull/12) automatically`,
  ],
  [
    "pull_request_review",
    github.pullRequest("submitted", {
      review: { state: "approved", html_url: "https://r.example/1", body: null },
    }),
    "pull_request_review",
    "tiles / PR #12 Faster tiles",
    `**mona** approved [PR #12](${tiles}/pull/12) ([review](https://r.example/1))`,
  ],
  [
    "pull_request_review_comment",
    github.pullRequest("created", { comment: github.comment }),
    "pull_request_review_comment",
    "tiles / PR #12 Faster tiles",
    `**mona** [commented](${tiles}/issues/5#issuecomment-3) on the code of [PR #12](${tiles}/pull/12)\n\n~~~ quote\nMe too\n~~~`,
  ],
  [
    "issues",
    github.issue("opened"),
    "issues",
    "tiles / issue #5 Empty tiles",
    `**mona** opened [issue #5](${tiles}/issues/5)\n\n~~~~ quote\nOnly ~~~ there\n~~~~`,
  ],
  [
    "issues",
    github.issue("labeled", { label: { name: "bug" } }),
    "issues",
    "tiles / issue #5 Empty tiles",
    `**mona** added the label \`bug\` to [issue #5](${tiles}/issues/5)`,
  ],
  [
    "issues",
    github.issue("constructor"),
    "issues",
    "tiles / issue #5 Empty tiles",
    `**mona** constructor [issue #5](${tiles}/issues/5)`,
  ],
  [
    "issue_comment",
    github.issue("created", { comment: github.comment }),
    "issue_comment",
    "tiles / issue #5 Empty tiles",
    `**mona** [commented](${tiles}/issues/5#issuecomment-3) on [issue #5](${tiles}/issues/5)\n\n~~~ quote\nMe too\n~~~`,
  ],
  [
    "issue_comment",
    github.issue("edited", { comment: github.comment }, { pull_request: {} }),
    "issue_comment",
    "tiles / PR #5 Empty tiles",
    `**mona** edited a [comment](${tiles}/issues/5#issuecomment-3) on [PR #5](${tiles}/issues/5)\n\n~~~ quote\nMe too\n~~~`,
  ],
  [
    "commit_comment",
    github.inRepository({ action: "created", comment: github.comment }),
    "commit_comment",
    "tiles",
    `**mona** [commented](${tiles}/issues/5#issuecomment-3) on [ccccccccccc](${tiles}/issues/5)\n\n~~~ quote\nMe too\n~~~`,
  ],
  [
    "discussion",
    github.inRepository({ action: "created", discussion: github.discussion }),
    "discussion",
    "tiles discussion #9: Colours",
    `**mona** created [discussion #9](${tiles}/discussions/9) in Ideas\n\n~~~ quote\nWhich?\n~~~`,
  ],
  [
    "discussion_comment",
    github.inRepository({ action: "created", discussion: github.discussion, comment: github.comment }),
    "discussion_comment",
    "tiles discussion #9: Colours",
    `**mona** [commented](${tiles}/issues/5#issuecomment-3) on [discussion #9](${tiles}/discussions/9)\n\n~~~ quote\nMe too\n~~~`,
  ],
  [
    "create",
    github.inRepository({ ref: "x", ref_type: "branch" }),
    "create",
    "tiles",
    "**mona** created the branch `x`.",
  ],
  [
    "delete",
    github.inRepository({ ref: "x", ref_type: "tag" }),
    "delete",
    "tiles",
    "**mona** deleted the tag `x`.",
  ],
  [
    "fork",
    github.inRepository({ forkee: { full_name: "hub/tiles", html_url: "https://f.example" } }),
    "fork",
    "tiles",
    "**mona** forked the repository to [hub/tiles](https://f.example).",
  ],
  [
    "release",
    github.inRepository({ action: "published", release: github.release }),
    "release",
    "tiles",
    `**mona** published the release [One](${tiles}/releases/v1) of the tag \`v1\`.`,
  ],
  [
    "check_run",
    github.inRepository({ action: "completed", check_run: github.check }),
    "check_run",
    "tiles / checks",
    `The check [build](${tiles}/runs/1) of \`ddddddddddd\` is done: success.`,
  ],
  [
    "status",
    github.inRepository({
      sha: "e".repeat(40),
      state: "failure",
      context: "ci",
      commit: { html_url: "https://c.example" },
      target_url: "https://ci.example",
      description: "2 tests failed",
    }),
    "status",
    "tiles",
    "[eeeeeeeeeee](https://c.example): [ci](https://ci.example) is failure: 2 tests failed.",
  ],
  [
    "deployment",
    github.inRepository({ deployment: { environment: "production" } }),
    "deployment",
    "tiles / Deployment on production",
    "**mona** started a deployment on production.",
  ],
  [
    "deployment_status",
    github.inRepository({
      deployment: { environment: "production" },
      deployment_status: { state: "success" },
    }),
    "deployment_status",
    "tiles / Deployment on production",
    "The deployment on production is now: success.",
  ],
  [
    "gollum",
    github.inRepository({ pages: [{ action: "edited", title: "Home", html_url: "https://w.example" }] }),
    "gollum",
    "tiles / wiki pages",
    "**mona** changed the wiki:\n\n* edited [Home](https://w.example)",
  ],
  [
    "member",
    github.inRepository({ action: "added", member: github.member }),
    "member",
    "tiles",
    `**mona** added [hub](https://github.example/hub) to [maps/tiles](${tiles}).`,
  ],
  [
    "membership",
    {
      sender: { login: "mona" },
      action: "removed",
      member: github.member,
      team: { name: "cartographers" },
      organization: { login: "maps" },
    },
    "membership",
    "maps organization",
    "**mona** removed [hub](https://github.example/hub) from the team cartographers.",
  ],
  ["public", github.inRepository(), "public", "tiles", `**mona** made [maps/tiles](${tiles}) public.`],
  [
    "repository",
    github.inRepository({ action: "archived" }),
    "repository",
    "tiles",
    `**mona** archived the repository [maps/tiles](${tiles}).`,
  ],
  [
    "star",
    github.inRepository({ action: "created" }),
    "star",
    "tiles",
    `**mona** starred [maps/tiles](${tiles}).`,
  ],
  [
    "watch",
    github.inRepository({ action: "started" }),
    "watch",
    "tiles",
    `**mona** starred [maps/tiles](${tiles}).`,
  ],
  [
    "team_add",
    github.inRepository({ team: { name: "cartographers" } }),
    "team_add",
    "tiles",
    `[maps/tiles](${tiles}) now belongs to the team cartographers.`,
  ],
  ["ping", { zen: "Keep it", organization: { login: "maps" } }, "ping", "maps", "GitHub's webhook works."],
];

test.each(rows)("%s: %#", (event, payload, name, topic, content) => {
  expect(delivered(event, payload)).toEqual(E.right([{ event: name, topic, content }]));
});

test("every selectable event has a case", () => {
  const names = new Set(rows.map(([, , name]) => name));
  expect([...names].sort()).toEqual([...(githubWebhook.events ?? [])].sort());
});

test("the text includes titles if the URL sets the topic", () => {
  const outcome = delivered("issues", github.issue("closed"), { hasTopic: true });
  if (E.isLeft(outcome)) throw new Error("refused");
  expect(outcome.right[0]?.content).toBe(`**mona** closed [issue #5: Empty tiles](${tiles}/issues/5)`);
});

test("a long push is cut, and names the authors if there are several", () => {
  const outcome = delivered("push", github.push({ commits: github.manyCommits }));
  if (E.isLeft(outcome)) throw new Error("refused");
  const lines = outcome.right[0]?.content.split("\n") ?? [];
  expect(lines[0]).toContain("23 commits");
  expect(lines).toHaveLength(2 + 20 + 1);
  expect(lines[2]).toMatch(/\), p0\)$|, p0\)$/);
  expect(lines.at(-1)).toBe("* … and 3 more commits");
});

test("only pushes to branches named in the URL are reported", () => {
  const options = { branches: "develop, main" };
  expect(delivered("push", github.push(), { options })).toMatchObject(E.right([{ event: "push_commits" }]));
  expect(delivered("push", github.push(), { options: { branches: "mainline" } })).toEqual(E.right([]));
});

test.each([
  ["check_suite", github.inRepository()],
  ["pull_request", github.pullRequest("labeled")],
  ["check_run", github.inRepository({ check_run: { ...github.check, status: "queued" } })],
])("sends no message for %s: %#", (event, payload) => {
  expect(delivered(event, payload)).toEqual(E.right([]));
});

test.each<[string, string, object]>([
  ["sponsorship", "sponsorship:created", { action: "created" }],
  ["pull_request", "pull_request:dequeued", github.pullRequest("dequeued")],
  ["constructor", "constructor", {}],
  ["__proto__", "__proto__", {}],
])("%s has no text yet", (event, name, payload) => {
  expect(delivered(event, payload)).toEqual(E.left({ kind: "unsupported", event: name }));
});

test.each<[string, unknown]>([
  ["push", []],
  ["push", null],
  ["push", "text"],
  ["push", { ref: "refs/heads/main" }],
  ["issues", github.issue("opened", { issue: { number: "five" } })],
  ["pull_request", github.pullRequest("opened", {}, { title: null })],
])("rejects %s of another shape: %#", (event, payload) => {
  expect(delivered(event, payload)).toEqual(E.left({ kind: "anomalous" }));
});

test("rejects a request without the event header", () => {
  expect(delivered(undefined, github.push())).toEqual(
    E.left({ kind: "no_event_header", header: "X-GitHub-Event" }),
  );
});
