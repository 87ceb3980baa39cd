import * as t from "io-ts";
import { branchOf, code, commitList, count, isBranchIncluded, link, quoted, who } from "./notice-text";
import { maybe, type NoticeWriter, noticeWriter } from "./notice-writer";

const project = t.type({ name: t.string, web_url: t.string });
const user = t.type({ name: t.string });
const inProject = t.type({ project, user });
type InProject = t.TypeOf<typeof inProject>;

/** GitLab's hash for a commit that doesn't exist, before a branch is created or after it is deleted. */
const noCommit = /^0+$/;

const push = t.intersection([
  t.type({
    user_name: t.string,
    ref: t.string,
    before: t.string,
    after: t.string,
    project,
    commits: t.array(
      t.type({ id: t.string, message: t.string, url: t.string, author: t.type({ name: t.string }) }),
    ),
  }),
  t.partial({ total_commits_count: t.number, checkout_sha: maybe(t.string) }),
]);

const item = t.intersection([
  t.type({ iid: t.number, title: t.string }),
  t.partial({ url: maybe(t.string), description: maybe(t.string) }),
]);
const onItem = t.intersection([
  inProject,
  t.type({ object_attributes: t.intersection([item, t.type({ url: t.string })]) }),
  t.partial({ assignees: maybe(t.array(user)) }),
]);
const onMergeRequest = t.intersection([
  onItem,
  t.type({ object_attributes: t.type({ source_branch: t.string, target_branch: t.string }) }),
  t.partial({ object_attributes: t.partial({ oldrev: t.string }) }),
]);
const note = t.intersection([
  inProject,
  t.type({ object_attributes: t.type({ url: t.string, note: t.string }) }),
  t.partial({
    commit: maybe(t.type({ id: t.string, url: t.string })),
    merge_request: maybe(item),
    issue: maybe(item),
    snippet: maybe(t.type({ id: t.number, title: t.string })),
  }),
]);
const wiki = t.intersection([
  inProject,
  t.type({ object_attributes: t.type({ title: t.string, url: t.string }) }),
]);
const job = t.type({
  build_name: t.string,
  build_stage: t.string,
  build_status: t.string,
  ref: t.string,
  repository: t.type({ name: t.string }),
});
const pipeline = t.type({
  project,
  object_attributes: t.intersection([
    t.type({ id: t.number, ref: t.string, status: t.string }),
    t.partial({ url: maybe(t.string) }),
  ]),
  builds: t.array(t.type({ name: t.string, status: t.string })),
});
const release = t.type({ project, name: t.string, tag: t.string, url: t.string, action: t.string });

const topicOf = (type: string, { name }: { readonly name: string }, one: t.TypeOf<typeof item>): string =>
  `${name} / ${type} #${one.iid} ${one.title}`;
const named = (noun: string, one: t.TypeOf<typeof item>, url: string, hasTopic: boolean): string =>
  link(`${noun}${one.iid}${hasTopic ? `: ${one.title}` : ""}`, url);
const assigned = ({
  assignees,
}: {
  readonly assignees?: readonly { readonly name: string }[] | null | undefined;
}): string =>
  assignees && assignees.length > 0 ? ` (assigned to ${assignees.map(({ name }) => name).join(", ")})` : "";

const onIssue = (verb: string): NoticeWriter =>
  noticeWriter(onItem, (payload, { hasTopic }) => {
    const one = payload.object_attributes;
    const opened = verb === "opened" ? `${assigned(payload)}${quoted(one.description)}` : "";
    return {
      topic: topicOf("issue", payload.project, one),
      content: `${who(payload.user.name)} ${verb} ${named("issue #", one, one.url, hasTopic)}${opened}`,
    };
  });

const onMerge = (write: (payload: t.TypeOf<typeof onMergeRequest>, what: string) => string): NoticeWriter =>
  noticeWriter(onMergeRequest, (payload, { hasTopic }) => {
    const one = payload.object_attributes;
    return {
      topic: topicOf("MR", payload.project, one),
      content: `${who(payload.user.name)} ${write(payload, named("MR !", one, one.url, hasTopic))}`,
    };
  });
const onMergeAction = (verb: string): NoticeWriter => onMerge((_payload, what) => `${verb} ${what}`);

const onNote = (
  about: (
    payload: t.TypeOf<typeof note>,
    hasTopic: boolean,
  ) => { readonly topic: string; readonly what: string } | undefined,
): NoticeWriter =>
  noticeWriter(note, (payload, { hasTopic }) => {
    const place = about(payload, hasTopic);
    const { url, note: text } = payload.object_attributes;
    return (
      place && {
        topic: place.topic,
        content: `${who(payload.user.name)} ${link("commented", url)} on ${place.what}${quoted(text)}`,
      }
    );
  });

const itemOf = (
  { project }: InProject,
  type: string,
  noun: string,
  path: string,
  one: t.TypeOf<typeof item> | null | undefined,
  hasTopic: boolean,
) =>
  one
    ? {
        topic: topicOf(type, project, one),
        what: named(noun, one, one.url ?? `${project.web_url}/-/${path}/${one.iid}`, hasTopic),
      }
    : undefined;

const onIssueNote = onNote((payload, hasTopic) =>
  itemOf(payload, "issue", "issue #", "issues", payload.issue, hasTopic),
);

const onWiki = (verb: string): NoticeWriter =>
  noticeWriter(wiki, ({ user, project, object_attributes: { title, url } }) => ({
    topic: project.name,
    content: `${who(user.name)} ${verb} the wiki page ${link(title, url)}.`,
  }));

const onJob = noticeWriter(job, ({ build_name, build_stage, build_status, ref, repository }) => ({
  topic: `${repository.name} / ${branchOf(ref)}`,
  content: `The job ${code(build_name)} of the stage ${build_stage} is now: ${build_status}.`,
}));

const issueNotices = (hook: string): Readonly<Record<string, NoticeWriter>> => ({
  [`${hook} open`]: onIssue("opened"),
  [`${hook} close`]: onIssue("closed"),
  [`${hook} reopen`]: onIssue("reopened"),
  [`${hook} update`]: onIssue("updated"),
});

/** The writer of each event's notice, by the event names that webhook URLs can select. */
export const gitlabNotices: Readonly<Record<string, NoticeWriter>> = {
  "Push Hook": noticeWriter(push, (payload, { options }) => {
    const { ref, before, after, commits, project, user_name, total_commits_count: total } = payload;
    const branch = branchOf(ref);
    if (!isBranchIncluded(branch, options.branches)) return undefined;
    const compare = `${project.web_url}/-/compare/${before}...${after}`;
    const change = noCommit.test(after)
      ? `deleted the branch ${code(branch)}.`
      : commits.length === 0
        ? `${noCommit.test(before) ? "created" : "moved"} the branch ${code(branch)}.`
        : `${noCommit.test(before) ? "pushed" : link("pushed", compare)} ${count(total ?? commits.length, "commit")} to ${code(branch)}.`;
    const list = commitList(commits.map(({ author, ...commit }) => ({ ...commit, author: author.name })));
    return {
      topic: `${project.name} / ${branch}`,
      content: `${who(user_name)} ${change}${list === "" ? "" : `\n\n${list}`}`,
    };
  }),
  "Tag Push Hook": noticeWriter(push, ({ user_name, ref, checkout_sha, project }) => ({
    topic: project.name,
    content: `${who(user_name)} ${checkout_sha ? "pushed" : "removed"} the tag ${code(branchOf(ref))}.`,
  })),
  "Test Hook": noticeWriter(t.type({ project }), ({ project }) => ({
    topic: project.name,
    content: `GitLab's webhook for ${link(project.name, project.web_url)} works.`,
  })),
  ...issueNotices("Issue Hook"),
  ...issueNotices("Confidential Issue Hook"),
  "Note Hook Commit": onNote(({ project, commit }) =>
    commit ? { topic: project.name, what: link(commit.id.slice(0, 11), commit.url) } : undefined,
  ),
  "Note Hook MergeRequest": onNote((payload, hasTopic) =>
    itemOf(payload, "MR", "MR !", "merge_requests", payload.merge_request, hasTopic),
  ),
  "Note Hook Issue": onIssueNote,
  "Confidential Note Hook Issue": onIssueNote,
  "Note Hook Snippet": onNote(({ project, snippet }) =>
    snippet
      ? {
          topic: `${project.name} / snippet #${snippet.id} ${snippet.title}`,
          what: link(`snippet $${snippet.id}`, `${project.web_url}/-/snippets/${snippet.id}`),
        }
      : undefined,
  ),
  "Merge Request Hook open": onMerge(({ object_attributes: one, assignees }, what) => {
    const branches = `from ${code(one.source_branch)} to ${code(one.target_branch)}`;
    return `opened ${what} ${branches}${assigned({ assignees })}${quoted(one.description)}`;
  }),
  "Merge Request Hook update": onMerge(({ object_attributes: { oldrev } }, what) =>
    oldrev === undefined ? `updated ${what}` : `pushed to ${what}`,
  ),
  "Merge Request Hook approved": onMergeAction("approved"),
  "Merge Request Hook approval": onMergeAction("approved"),
  "Merge Request Hook unapproved": onMergeAction("took back the approval of"),
  "Merge Request Hook unapproval": onMergeAction("took back the approval of"),
  "Merge Request Hook merge": onMergeAction("merged"),
  "Merge Request Hook close": onMergeAction("closed"),
  "Merge Request Hook reopen": onMergeAction("reopened"),
  "Wiki Page Hook create": onWiki("created"),
  "Wiki Page Hook update": onWiki("updated"),
  "Wiki Page Hook delete": onWiki("deleted"),
  "Job Hook": onJob,
  "Build Hook": onJob,
  "Pipeline Hook": noticeWriter(pipeline, ({ project, object_attributes: one, builds }) => {
    const url = one.url ?? `${project.web_url}/-/pipelines/${one.id}`;
    const list = builds.map(({ name, status }) => `* ${code(name)}: ${status}`).join("\n");
    return {
      topic: `${project.name} / ${branchOf(one.ref)}`,
      content: `The ${link(`pipeline #${one.id}`, url)} is now: ${one.status}.${list === "" ? "" : `\n\n${list}`}`,
    };
  }),
  "Release Hook": noticeWriter(release, ({ project, name, tag, url, action }) => ({
    topic: project.name,
    content: `The release ${link(name, url)} of the tag ${code(tag)}: ${action}.`,
  })),
};
