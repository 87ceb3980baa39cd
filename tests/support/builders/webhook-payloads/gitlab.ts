/** Deliveries as GitLab's documentation describes them, invented and shortened. */
const project = { id: 3, name: "Ferry", web_url: "https://gitlab.example/boats/ferry" };
const user = { name: "Tanuki T", username: "tanuki" };
const { web_url: url } = project;

export const push = (more: object = {}) => ({
  object_kind: "push",
  user_name: "Tanuki T",
  ref: "refs/heads/main",
  project,
  before: "a".repeat(40),
  after: "b".repeat(40),
  checkout_sha: "b".repeat(40),
  total_commits_count: 2,
  commits: [
    {
      id: "c".repeat(40),
      message: "Paint\n\nit",
      url: `${url}/-/commit/c`,
      author: { name: "Ann", email: "" },
    },
    { id: "d".repeat(40), message: "Sail", url: `${url}/-/commit/d`, author: { name: "Ben", email: "" } },
  ],
  ...more,
});
export const none = "0".repeat(40);

const attributes = {
  id: 99,
  iid: 4,
  title: "Leaks",
  description: "Water <!-- hint --> inside",
  url: `${url}/-/issues/4`,
};
export const item = (action: string, more: object = {}, of: object = {}) => ({
  object_kind: "issue",
  user,
  project,
  object_attributes: { ...attributes, action, ...of },
  ...more,
});
export const mergeRequest = (action: string, of: object = {}) =>
  item(
    action,
    {},
    { url: `${url}/-/merge_requests/4`, source_branch: "paint", target_branch: "main", ...of },
  );
export const note = (noteable_type: string, more: object) => ({
  object_kind: "note",
  user,
  project,
  ...more,
  object_attributes: { note: "Nice", url: `${url}/note/1`, noteable_type },
});
export const about = { iid: 4, title: "Leaks" };
export const pipeline = {
  object_kind: "pipeline",
  project,
  object_attributes: { id: 31, ref: "main", status: "failed", url: null },
  builds: [
    { name: "test", stage: "test", status: "failed" },
    { name: "deploy", stage: "deploy", status: "skipped" },
  ],
};
export const job = {
  object_kind: "build",
  build_name: "test",
  build_stage: "check",
  build_status: "success",
  ref: "main",
  repository: { name: "Ferry" },
};
export const release = {
  object_kind: "release",
  project,
  name: "One",
  tag: "v1",
  url: "https://r.example",
  action: "create",
};
export const test = { project };
