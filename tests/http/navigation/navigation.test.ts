import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const add = async (form: object) => (await ben.post("/navigation_views", form)).body;
const change = async (fragment: string, form: object) =>
  (await ben.patch(`/navigation_views/${fragment}`, form)).body;
const listed = async (who = ben) => (await who.get("/navigation_views")).body.navigation_views;

test("views can be added, changed and removed, and the user's clients get events", async () => {
  const [events, other] = [
    await listenTo(ben, ["navigation_view"]),
    await listenTo(server.owner, ["navigation_view"]),
  ];
  const fragment = "narrow/is/resolved";
  const view = { fragment, is_pinned: true, name: "Done" };
  expect(await add(view)).toEqual(success());
  expect(await add({ fragment: "inbox", is_pinned: false })).toEqual(success());
  expect(await change(fragment, { name: "Over" })).toEqual(success());
  expect(await change("inbox", { is_pinned: true })).toEqual(success());
  const inbox = { fragment: "inbox", is_pinned: true, name: null };
  expect(await listed()).toEqual([inbox, { ...view, name: "Over" }]);
  const { body } = await ben.post("/register", { fetch_event_types: ["navigation_views"] });
  expect(body.navigation_views).toEqual([inbox, { ...view, name: "Over" }]);
  expect((await ben.delete(`/navigation_views/${fragment}`)).body).toEqual(success());
  expect(await events()).toEqual([
    { type: "navigation_view", op: "add", navigation_view: view },
    { type: "navigation_view", op: "add", navigation_view: { ...inbox, is_pinned: false } },
    { type: "navigation_view", op: "update", fragment, data: { name: "Over" } },
    { type: "navigation_view", op: "update", fragment: "inbox", data: { is_pinned: true } },
    { type: "navigation_view", op: "remove", fragment },
  ]);
  expect(await other()).toEqual([]);
  expect(await listed(server.owner)).toEqual([]);
});

test("invalid views are refused", async () => {
  const custom = { fragment: "narrow/is/unread", is_pinned: true };
  expect(await add(custom)).toEqual(failure("Custom views must have a valid name."));
  expect((await ben.delete("/navigation_views/narrow/none")).status).toBe(404);
  expect(await add({ fragment: "x".repeat(1001), is_pinned: true, name: "x" })).toMatchObject({
    msg: "fragment is too long (limit: 1000 characters)",
  });
  expect(await add({ ...custom, name: "x".repeat(101) })).toMatchObject({
    msg: "name is too long (limit: 100 characters)",
  });
});

test("an onboarding step is not shown again once seen", async () => {
  const events = await listenTo(ben, ["onboarding_steps"]);
  const steps = async () =>
    (await ben.post("/register", { fetch_event_types: ["onboarding_steps"] })).body.onboarding_steps;
  const before = await steps();
  expect(before).toContainEqual({ type: "one_time_notice", name: "intro_resolve_topic" });
  const see = async (onboarding_step: string) =>
    (await ben.post("/users/me/onboarding_steps", { onboarding_step })).body;
  expect(await see("intro_resolve_topic")).toEqual(success());
  expect(await see("intro_resolve_topic")).toEqual(success());
  const after = before.filter(({ name }: { name: string }) => name !== "intro_resolve_topic");
  expect(await steps()).toEqual(after);
  expect(await events()).toEqual([{ type: "onboarding_steps", onboarding_steps: after }]);
});
