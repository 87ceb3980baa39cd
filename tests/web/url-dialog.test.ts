import { dialogAt } from "../../web/src/views/url-dialog";

test.each([
  ["#keyboard-shortcuts", { kind: "keys" }],
  ["#message-formatting", { kind: "formatting" }],
  ["#search-operators", { kind: "filters" }],
  ["#about-zulip", { kind: "about" }],
  ["#about", { kind: "about" }],
  ["#invite", { kind: "invite" }],
  ["#user/7", { kind: "person", userId: 7 }],
  ["#user/7/messages", { kind: "person", userId: 7 }],
  ["#user/ada", undefined],
  ["#user", undefined],
  ["#nothing/of/ours", undefined],
])("dialogs have the URLs of Zulip's clients: %s", (hash, dialog) => {
  expect(dialogAt(hash)).toEqual(dialog);
});
