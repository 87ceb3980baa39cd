import { plainContext } from "../../../src/application/ports/messages/message-renderer";
import { namesInHtml } from "../../../src/domain/text/names-in-html";
import { htmlOf, openRender } from "../../support/markdown/renderer";

const people = ["Ann", "Bea"].map((fullName, index) => ({ id: 61 + index, fullName, isActive: true }));
const context = {
  ...plainContext,
  users: people,
  groups: [{ id: 7, name: "cooks", displayName: "cooks", isDeactivated: false }],
  channels: [
    { id: 40, name: "secret" },
    { id: 41, name: "open" },
    { id: 42, name: "third" },
  ],
};

test("finds in the HTML everything that mentions and links resolved to, in every form", async () => {
  const render = openRender();
  const namesOf = (source: string) => namesInHtml(htmlOf(render, source, context));
  expect(
    namesOf("@**Ann** @_**Bea|62** @*cooks* #**secret** #**open>a topic** #**third>a topic@9**"),
  ).toEqual({
    userIds: new Set([61, 62]),
    groupIds: new Set([7]),
    channelIds: new Set([40, 41, 42]),
  });
  expect(namesOf("@_*cooks* @**all**")).toMatchObject({ userIds: new Set(), groupIds: new Set([7]) });
});

test("HTML, links and unknown names that people write themselves resolve to nothing", async () => {
  const render = openRender();
  const nothing = { userIds: new Set(), groupIds: new Set(), channelIds: new Set() };
  for (const source of [
    '<span class="user-mention" data-user-id="61">Ann</span>',
    "[secret](#narrow/channel/40-secret) [secret](/#narrow/channel/40-secret)",
    '[a](https://x.example/?class="stream" "class=stream")',
    '`<a class="stream" data-stream-id="40">`',
    "@**Nobody** #**nothing** @*none*",
  ])
    expect([source, namesInHtml(htmlOf(render, source, context))]).toEqual([source, nothing]);
});
